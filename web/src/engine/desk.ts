// The desks in a worker of their own: where battles are built, printed and looked back on.
// Their engines answer other calls than those that play, and nobody who only plays fetches them.
import { serve, withFiles } from './serve';

// What the worker is called is the rule set that is wanted first.
const first = (name: string) => (name === self.name ? 0 : 1);
serve({
  ends: '-desk',
  names: withFiles('-desk').sort((a, b) => first(a) - first(b)),
});
