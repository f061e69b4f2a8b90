// The desks in a worker of their own: where battles are built, printed and looked back on.
// Their engines answer other calls than those that play, and nobody who only plays fetches them.
import { start } from './named';
import { serve, withFiles } from './serve';

const { rules } = start(self.name);
const first = (name: string) => (name === rules ? 0 : 1);
serve({
  ends: '-desk',
  names: withFiles('-desk').sort((a, b) => first(a) - first(b)),
});
