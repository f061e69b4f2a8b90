// Every word of the page stands in the catalogue, and in both languages.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

import { german as others } from './de';
import { tournament as tournaments } from './de/tournament';
import { aloud } from './en/aloud';
import { build } from './en/build';
import { coach } from './en/coach';
import { guide } from './en/guide';
import { hints } from './en/hints';
import { knowing } from './en/knowing';
import { lab } from './en/lab';
import { page } from './en/page';
import { paper } from './en/paper';
import { room } from './en/room';
import { stated } from './en/stated';
import { tournament } from './en/tournament';

const ENGLISH = {
  aloud,
  build,
  coach,
  guide,
  hints,
  knowing,
  lab,
  page,
  paper,
  room,
  stated,
  tournament,
};
const german = { ...others, tournament: tournaments };
const SOURCES = path.join(import.meta.dirname, '..');
/** Attributes whose text is shown or read out. */
const SPOKEN = new Set('aria-label title placeholder alt label aria-valuetext'.split(' '));

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Lists the words that a component contains itself, with their places. */
function literals(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const found: string[] = [];
  const note = (node: Node, text: string) => {
    if (!/\p{L}{2}/u.test(text)) return;
    const line = source.slice(0, node.start).split('\n').length;
    found.push(`${path.relative(SOURCES, file)}:${line}: ${text.trim()}`);
  };
  const walk = (value: unknown, attribute?: string): void => {
    if (Array.isArray(value)) return value.forEach((one) => walk(one, attribute));
    if (!value || typeof value !== 'object') return;
    const node = value as Node;
    if (typeof node.type !== 'string')
      return Object.values(node).forEach((one) => walk(one, attribute));
    const shown = attribute === undefined || SPOKEN.has(attribute);
    if (node.type === 'Text' && shown) note(node, node['data'] as string);
    if (node.type === 'Attribute') return walk(node['value'], node['name'] as string);
    if (node.type.endsWith('Directive')) return;
    if (node.type === 'ExpressionTag' && shown) {
      const code = source.slice(node.start, node['end'] as number);
      for (const [, text = ''] of code.matchAll(/'([^'\\]*)'/g)) {
        if (/[A-Z][a-z]+|[a-z]+ [a-z]+/.test(text)) note(node, text);
      }
    }
    if (node.type === 'ExpressionTag' || node.type === 'StyleSheet') return;
    for (const [key, one] of Object.entries(node)) {
      if (!['instance', 'module', 'css', 'metadata', 'expression'].includes(key)) {
        walk(one, attribute);
      }
    }
  };
  walk(parse(source, { modern: true }).fragment);
  return found;
}

test('components hold no words of their own', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const components = files.filter((file) => file.endsWith('.svelte'));
  expect(components.length).toBeGreaterThan(60);
  expect(components.flatMap((file) => literals(path.join(SOURCES, file)))).toEqual([]);
});

/** Names and signs that are the same in German. */
const SAME = new Set(
  'page.title build.name build.formation page.typedHint page.normal page.shortcuts.6.0 lab.formation lab.name paper.letter tournament.buchholz'.split(
    ' ',
  ),
);

/** Returns the texts of a catalogue that take no arguments. */
function texts(of: object, at = ''): [string, string][] {
  return Object.entries(of).flatMap(([key, value]): [string, string][] => {
    const place = at ? `${at}.${key}` : key;
    if (typeof value === 'string') return [[place, value]];
    return value && typeof value === 'object' ? texts(value as object, place) : [];
  });
}

test('German says everything, in its own words', () => {
  const said = new Map(texts(german));
  const english = texts(ENGLISH);
  expect(english.length).toBeGreaterThan(200);
  const missing = english.filter(([place]) => !said.get(place)?.trim());
  expect(missing).toEqual([]);
  const copied = english.filter(
    ([place, text]) => said.get(place) === text && /\p{L}{4}/u.test(text) && !SAME.has(place),
  );
  expect(copied).toEqual([]);
});
