import { lab } from './en/lab';
import { told } from './language';

export const w = told('lab', lab);
