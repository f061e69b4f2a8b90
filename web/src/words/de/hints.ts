import type { Catalogue } from '../language';

export const hints: Catalogue['hints'] = {
  hint: 'Hinweis',
  known: 'Verstanden',
  none: 'Keine Hinweise mehr',
  again: 'Hinweise für ein erstes Gefecht',
  says: {
    choose:
      'Tippe eine Einheit mit goldenem Rahmen an, um zu sehen, was sie darf, oder dies für die nächste.',
    move: 'Ziehe die Einheit oder tippe einen Ort an: ein Schatten zeigt, wohin sie kann.',
    give: 'Noch ist nichts geschehen. Dies gibt den Befehl.',
    target:
      'Rote Klammern: sie kann angegriffen werden. Tippe sie an, um erst die Chancen zu sehen.',
    end: 'Wenn du keine Befehle mehr geben willst, beendest du hiermit die Phase.',
  },
};
