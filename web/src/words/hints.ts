import { hints } from './en/hints';
import { told } from './language';

export const h = told('hints', hints);
