// The words for knowledge at the table and looking back, in German.

import type { Catalogue } from '../language';

export const knowing: Catalogue['knowing'] = {
  steps: 'Schritt für Schritt',
  working: 'Wird ausgerechnet …',
  others: 'Entscheidungen unterwegs',
  othersAre: (says) => `Entscheidungen unterwegs: ${says}.`,
  policy: {
    stop: 'dort aufhören',
    never: 'alle lehnen ab',
    always: 'alle nehmen an',
    best: 'alle wählen, was für sie am besten ist',
  },
  whyNot: 'Jetzt nicht: warum?',
  threats: 'Bedrohungen',
  threatsNone: 'Niemand kann sie angreifen oder beschießen.',
  byNone: 'Sie kann niemanden angreifen und niemanden beschießen.',
  onIt: 'Kann sie treffen',
  byIt: 'Sie kann treffen',
  when: (turn, phase) => `Zug ${turn}, ${phase}`,
  drawnAs:
    'Das Stärkste zuerst, in den Farben des Tisches: ein Pfeil ist ein Angriff, Striche sind Feuer, schattiert ist der Boden, den es deckt. Tippe eine Zahl an, um nur einen zu sehen.',
  showAlone: (rank: number, unit: string) => `${rank}: nur ${unit} zeigen`,
  facedAsIs: 'Gilt für die jetzige Ausrichtung, gemessen von der Mitte.',
  command: 'Ihre Hilfe reicht',
  commandSays: (lengths, units) =>
    `${lengths}; ${units === 1 ? '1 Einheit steht' : `${units} Einheiten stehen`} darin.`,
  intents: 'Bewege sie …',
  withRespect: 'Bezogen auf',
  aims: {
    'out-of-charge': 'knapp außerhalb seines Angriffs',
    'out-of-shot': 'knapp außerhalb seines Feuers',
    'in-shot': 'knapp in Schussweite',
    'in-charge': 'knapp in Angriffsweite',
    'in-arc': 'gedreht, bis er im Schussfeld liegt',
    'in-cover': 'in Deckung vor ihm',
  },
  orTyped: 'Oder getippt:',
  clauseJump: 'Wo eine Klausel gebraucht wurde',
  clause: 'Klausel',
  anyClause: 'Klausel wählen',
  clauseBack: 'Das Mal davor',
  clauseOn: 'Das nächste Mal',
  clauseTimes: (now, all) => `${now} von ${all} Malen`,
  chances: 'Wie die Chancen standen',
  chancesLead: (player) =>
    `Von jedem Punkt des Gefechts an spielt ${player} beide Seiten viele Male zu Ende und zählt die Siege. Die Linie zeigt, wer vorn lag, und was an Entscheidungen lag und was an den Würfeln.`,
  eachPlace: 'Gefechte von jeder Stelle',
  workOut: 'Berechnen',
  stop: 'Anhalten',
  goOn: 'Weiter',
  progress: (done, all) => `${Math.floor((100 * done) / Math.max(1, all))} % fertig`,
  stopped: 'Angehalten.',
  chanceOf: (side) => `${side} siegt, %`,
  estimated: (player, least, most) =>
    `Geschätzt aus ${least === most ? least : `${least} bis ${most}`} Gefechten von jeder Stelle, mit ${player} auf beiden Seiten. Das Band enthält den wahren Wert in 95 von 100 Fällen.`,
  cutShort: (n) => `${n} Gefechte kamen zu keinem Ende und zählen als unentschieden.`,
  moments: 'Entscheidende Augenblicke',
  momentsNone:
    'Noch ist kein Schritt größer als sein Fehler. Mehr Gefechte machen die Fehler kleiner.',
  byDice: 'Würfel',
  byDecision: 'Entscheidung',
  lesser: (n) => (n === 1 ? 'mit 1 kleineren Wurf' : `mit ${n} kleineren Würfen`),
  step: (side, by, within) => `${side} ${by} % (± ${within})`,
  ledger: 'Glück und Entscheidungen',
  ledgerSays:
    'In Prozent der Siegchance. Nur die größten Würfe werden einzeln betrachtet; kleinere bleiben bei den Entscheidungen. Glück nach Verlusten ist aus den Chancen jedes Wurfs ausgerechnet, nicht ausgespielt. Die Fehler der einzelnen Schritte summieren sich: Erst viele Gefechte machen Summen von Entscheidungen aussagekräftig.',
  unknown: (within) => `nicht bekannt (± ${within})`,
  side: 'Seite',
  decisions: 'Ihre Entscheidungen',
  dice: 'Würfel ihrer Befehle',
  luck: 'Glück nach Verlusten, % einer Armee',
  line: (side, from, to, lowest, highest) =>
    `${side}: von ${from} auf ${to} Prozent, zwischen ${lowest} und ${highest}.`,
};
