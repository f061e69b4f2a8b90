// The engines in a worker of their own: the page stays quick while they think.
import catalogue from './pkg/catalogue.json';
import { start } from './named';
import { serve } from './serve';

// The same in other languages: texts and titles of what there is to play.
const OTHERS = import.meta.glob<string>('./pkg/catalogue.*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});
const other = OTHERS[`./pkg/catalogue.${start(self.name).language}.json`];

serve({
  ends: '',
  names: catalogue.rulesets.map((set) => set.id),
  catalogue: async () => (other ? ((await (await fetch(other)).json()) as unknown) : catalogue),
});
