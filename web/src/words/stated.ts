import { stated } from './en/stated';
import { told } from './language';

export const s = told('stated', stated);
