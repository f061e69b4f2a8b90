// The engines in a worker of their own: the page stays quick while they think.
import catalogue from './pkg/catalogue.json';
import { serve } from './serve';

serve({ ends: '', names: catalogue.rulesets.map((set) => set.id), catalogue });
