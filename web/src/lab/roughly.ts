// Durations in words.

import { w } from '../words/lab';

/** Says roughly how long to wait: "about 3 minutes". */
export function roughly(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  if (seconds < 8) return w.fewSeconds;
  if (seconds < 55) return w.aboutSeconds(Math.ceil(seconds / 5) * 5);
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return w.aboutMinutes(Math.max(1, minutes));
  const hours = Math.round(minutes / 30) / 2;
  return w.aboutHours(hours);
}
