// The words of guided battles in German.

import type { Catalogue } from '../language';

export const guide: Catalogue['guide'] = {
  learn: (minutes) => `In ${minutes} Minuten lernen`,
  learnSays: (title) => `Ein angeleitetes erstes Gefecht: ${title}`,
  guide: 'Lehrgang',
  place: (step, steps) => `Schritt ${step + 1} von ${steps}`,
  goOn: 'Weiter',
  watch: 'Weiter und zusehen',
  last: 'Allein weiterspielen',
  showMe: 'Zeigen',
  showMeSays: 'Der Lehrgang gibt diesen Befehl für dich',
  todo: 'Zu tun',
  done: (done, of) => `${done} von ${of} getan`,
  watching: (side) => `${side} handelt, wie der Lehrgang es vorsieht …`,
  happened: 'Was geschah',
  otherwise:
    'Es kam anders, als der Lehrgang es vorsah; das Protokoll sagt, wie. Nimm es zurück, um die Geschichte zu sehen, wie sie gedacht war, oder geh weiter.',
  astray: 'Das verlangte dieser Schritt nicht. Es ist erlaubt, aber die Geschichte endet hier.',
  lost: 'Von hier an kann die Geschichte nicht weitergehen, wie sie gedacht war.',
  back: 'Zurücknehmen',
  freely: 'Frei weiterspielen',
  leave: 'Lehrgang verlassen',
  left: (side) => `Der Lehrgang ist beendet; der Computer führt ${side}.`,
  more: 'Den Schritt lesen',
  less: 'Weniger',
  clause: 'Klausel',
};
