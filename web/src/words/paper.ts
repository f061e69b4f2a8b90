import { paper } from './en/paper';
import { told } from './language';

export const w = told('paper', paper);
