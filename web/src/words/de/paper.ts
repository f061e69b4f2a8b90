// The words about printing, in German.

import type { Catalogue } from '../language';

export const paper: Catalogue['paper'] = {
  title: 'Auf Papier',
  parts: 'Was du möchtest',
  map: 'Karte',
  mapSays: 'der Tisch im Maßstab, wie das Gefecht steht',
  roster: 'Truppenlisten',
  rosterSays: 'jede Einheit mit Kästchen zum Abhaken',
  templates: 'Messstäbe und Winkel',
  templatesSay: 'zum Ausschneiden, in wahrer Größe',
  sheet: 'Kurzübersicht',
  sheetSays: 'Tabellen und Klauseln in der Spielfolge, mit den geltenden Hausregeln',
  size: 'Papier',
  a4: 'A4',
  letter: 'US Letter',
  trueToSize:
    'Drucke mit 100 Prozent, nicht an die Seite angepasst: Dann haben Stäbe und Winkel ihre wahre Größe.',
  counting: 'Die Seiten werden gesetzt …',
  lost: (letters: string) =>
    `Diese Buchstaben fehlen der Schrift auf dem Papier, dort steht „?“: ${letters}`,
  pages: (n: number) => (n === 1 ? '1 Seite' : `${n} Seiten`),
  page: (n: number, of: number) => `Seite ${n} von ${of}`,
  make: 'PDF machen',
};
