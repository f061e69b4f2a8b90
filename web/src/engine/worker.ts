// The engines in a worker of their own: the page stays quick while they think.
import catalogue from './pkg/catalogue.json';
import { fetched } from './fetched';
import { start } from './named';
import { serve } from './serve';

// What the desks said when they were built: what there is to play in other languages, and
// the rulings of each rule set in all of them.
const KEPT = import.meta.glob<string>(['./pkg/catalogue.*.json', './pkg/rulings.*.json'], {
  query: '?url',
  import: 'default',
  eager: true,
});
const { language } = start(self.name);

/** A file in the language of the page; none where it is in English, and there it is `plain`. */
const file = (name: string) => KEPT[`./pkg/${name}.${language}.json`] ?? KEPT[`./pkg/${name}.json`];

async function kept(name: string): Promise<unknown> {
  return (await fetched(file(name), name)).json();
}

serve({
  ends: '',
  names: catalogue.rulesets.map((set) => set.id),
  kept: {
    catalogue: async () => (file('catalogue') ? kept('catalogue') : catalogue),
    rulings: (rules = '') => kept(`rulings.${rules}`),
  },
});
