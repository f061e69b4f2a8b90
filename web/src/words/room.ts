import { room } from './en/room';
import { told } from './language';

export const w = told('room', room);
