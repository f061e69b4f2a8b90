// The words of what is printed, in English.

export const paper = {
  title: 'On paper',
  parts: 'What you want',
  map: 'Map',
  mapSays: 'the table to scale, as the battle stands',
  roster: 'Rosters',
  rosterSays: 'every unit with boxes to tick',
  templates: 'Sticks and arcs',
  templatesSay: 'to cut out, true to size',
  sheet: 'Quick reference',
  sheetSays: 'tables and clauses in the order of play, house rules in force',
  size: 'Paper',
  a4: 'A4',
  letter: 'Letter',
  trueToSize:
    'Print at 100 percent, not fitted to the page, so that sticks and arcs are true to size.',
  counting: 'Counting the pages …',
  pages: (n: number) => (n === 1 ? '1 page' : `${n} pages`),
  make: 'Make the PDF',
};
