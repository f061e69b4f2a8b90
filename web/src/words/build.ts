import { build } from './en/build';
import { told } from './language';

export const b = told('build', build);
