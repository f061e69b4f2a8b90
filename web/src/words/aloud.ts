import { aloud } from './en/aloud';
import { told } from './language';

export const a = told('aloud', aloud);
