// The words of tournaments: they are fetched with that screen, in German too.

import { tournament } from './en/tournament';
import { language } from './language';

const german = language === 'de' ? (await import('./de/tournament')).tournament : null;

export const w = german ?? tournament;
