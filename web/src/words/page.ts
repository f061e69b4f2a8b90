import { page } from './en/page';
import { told } from './language';

export const t = told('page', page);
