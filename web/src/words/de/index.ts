import type { Catalogue } from '../language';
import { aloud } from './aloud';
import { build } from './build';
import { coach } from './coach';
import { guide } from './guide';
import { hints } from './hints';
import { knowing } from './knowing';
import { lab } from './lab';
import { page } from './page';
import { paper } from './paper';
import { room } from './room';
import { stated } from './stated';

export const german: Catalogue = {
  aloud,
  build,
  coach,
  guide,
  hints,
  knowing,
  lab,
  page,
  paper,
  room,
  stated,
};
