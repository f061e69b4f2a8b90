// Small tokens beside a unit: known kinds of marks have their own shape and colour; every other
// mark has a colour of its own that never changes.

export interface Badge {
  shape: 'disc' | 'square' | 'drop' | 'cloud' | 'arrow';
  tone: string;
  text: string;
}

/** Known marks by a word in their name: shape, colour, letter. */
const KNOWN: [RegExp, Badge['shape'], string, string][] = [
  [/smoke/, 'cloud', '#ece9e2', ''],
  [/\bhits?\b|casualt|wound|loss/, 'drop', '#a3231a', ''],
  [/\bred\b/, 'disc', '#c22b1d', '!'],
  [/disrupt|disorder|shaken|morale|rout/, 'disc', '#b2451a', '!'],
  [/charge/, 'arrow', '#8d2f8f', ''],
  [/advance|march/, 'arrow', '#2f6f8f', ''],
  [/prone/, 'square', '#5d4a2e', 'P'],
  [/unloaded|empty/, 'square', '#3b3b40', 'U'],
  [/loaded/, 'square', '#2f6b34', 'L'],
  [/officer|captain/, 'square', '#8a6a12', '★'],
];

export function badge(mark: { id: string; title: string; value: number }): Badge {
  const name = `${mark.id} ${mark.title}`.toLowerCase();
  const number = Math.abs(mark.value) > 1 ? String(mark.value) : '';
  const known = KNOWN.find(([word]) => word.test(name));
  if (known) {
    const [, shape, tone, letter] = known;
    return {
      shape,
      tone,
      text: number && letter !== '!' ? `${letter}${number}` : number || letter,
    };
  }
  return {
    shape: 'disc',
    tone: `hsl(${hue(mark.id)} 62% 36%)`,
    text: `${mark.title.slice(0, 1).toUpperCase()}${number}`,
  };
}

function hue(id: string): number {
  let h = 0;
  for (let i = 0; i < id.length; i += 1) h = (h * 31 + id.charCodeAt(i)) % 360;
  return h;
}
