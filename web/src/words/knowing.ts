import { knowing } from './en/knowing';
import { told } from './language';

export const w = told('knowing', knowing);
