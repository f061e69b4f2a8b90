// The words about printing, in English.

export const paper = {
  title: 'On paper',
  parts: 'What you want',
  map: 'Map',
  mapSays: 'the table to scale, as it stands now',
  roster: 'Rosters',
  rosterSays: 'every unit with boxes to tick',
  templates: 'Sticks and arcs',
  templatesSay: 'to cut out, true to size',
  sheet: 'Quick reference',
  sheetSays: 'tables and clauses in playing order, with your house rules',
  size: 'Paper',
  a4: 'A4',
  letter: 'Letter',
  trueToSize: 'Print at 100 percent, not “fit to page”: then sticks and arcs have their true size.',
  counting: 'Laying out the pages …',
  lost: (letters: string) =>
    `The font on paper lacks these letters and shows “?” instead: ${letters}`,
  pages: (n: number) => (n === 1 ? '1 page' : `${n} pages`),
  page: (n: number, of: number) => `Page ${n} of ${of}`,
  make: 'Make the PDF',
};
