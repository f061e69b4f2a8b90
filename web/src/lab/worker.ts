// The labs in a worker of their own: a battle on the table never waits for them.
import { serve, withFiles } from '../engine/serve';

serve({ ends: '-lab', names: withFiles('-lab') });
