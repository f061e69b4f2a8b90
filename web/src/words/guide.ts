import { guide } from './en/guide';
import { told } from './language';

export const w = told('guide', guide);
