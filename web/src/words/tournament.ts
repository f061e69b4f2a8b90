import { tournament } from './en/tournament';
import { told } from './language';

export const w = told('tournament', tournament);
