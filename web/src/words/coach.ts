import { coach } from './en/coach';
import { told } from './language';

export const w = told('coach', coach);
