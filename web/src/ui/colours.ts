// The page's own tones for the colours that battles name: all dark enough to carry white, and light
// enough to be distinguished on the cloth.
import type { SideKey } from '../contract/contract';

const TONES: Record<string, string> = {
  blue: '#2f5fb3',
  red: '#b8322a',
  green: '#1f7a4d',
  grey: '#6a7078',
  gray: '#6a7078',
  yellow: '#c79a1b',
  gold: '#c79a1b',
  white: '#c9c5b8',
  black: '#33312e',
  brown: '#7a4f2a',
  purple: '#70439a',
  orange: '#cc6a1c',
};

export function tone(colour: string, side: SideKey): string {
  const name = colour.trim().toLowerCase();
  if (TONES[name]) return TONES[name];
  if (/^#[0-9a-f]{3,8}$/.test(name) || /^(rgb|hsl|oklch)\([^;]*\)$/.test(name)) return name;
  return side === 'a' ? '#2f5fb3' : '#b8322a';
}
