// The keyboard at the table.
import type { Xy } from '../contract/contract';
import type { Camera } from '../table/camera.svelte';
import type { Game } from './game.svelte';
import type { Page } from './page.svelte';
import { set, settings } from '../settings/settings.svelte';
import { deep } from '../table3d/deep.svelte';
import type { Direction } from './toward';

const ARROWS: Record<string, [Direction, Xy]> = {
  ArrowUp: ['north', [0, 1]],
  ArrowDown: ['south', [0, -1]],
  ArrowRight: ['east', [1, 0]],
  ArrowLeft: ['west', [-1, 0]],
};

const VERBS: Record<string, string> = {
  s: 'shoot',
  c: 'charge',
  h: 'fight',
  r: 'rally',
  f: 'form',
  j: 'join',
  l: 'leave',
  p: 'pass',
  x: 'test',
  o: 'load',
};

export interface Table {
  game: Game;
  camera: Camera;
  page: Page;
  /** Moves the focus to a unit on the table. */
  focus: (unit: number | null) => void;
  /** Moves the focus to the main button. */
  focusMain: () => boolean;
}

/** Handles a key; returns whether it had a meaning. */
export function key(event: KeyboardEvent, table: Table): boolean {
  const { game, camera, page } = table;
  const hand = game.hand;
  const on = event.target instanceof Element ? event.target : null;
  // Keys in a field or a sheet belong to it.
  if (on?.closest('input, select, textarea, [contenteditable], dialog')) return false;
  const control = event.ctrlKey || event.metaKey;
  if (control) {
    if (event.key.toLowerCase() !== 'z' || event.shiftKey) return false;
    void game.undo();
    return true;
  }
  if (event.altKey) return false;
  const onButton = on?.closest('button, a, summary') !== null && on !== null;

  const arrow = ARROWS[event.key];
  if (arrow) {
    if (hand.wish && game.mine) {
      const step = event.shiftKey ? 0.1 : 0.5;
      hand.nudge([arrow[1][0] * step, arrow[1][1] * step], 0);
    } else if (onButton) {
      return false;
    } else {
      table.focus(hand.beside(arrow[0]));
    }
    return true;
  }

  switch (event.key) {
    case 'Enter':
      if (onButton || !hand.armed) return false;
      void hand.confirm();
      return true;
    case ' ':
      if (onButton) return false;
      return space(table);
    case 'Escape':
      if (game.rolling) game.skip();
      else if (game.thrown) game.thrown = null;
      else if (game.replay.on && !hand.selected) game.replay.stop();
      else hand.cancel();
      return true;
    case '+':
    case '=':
      camera.zoomBy(1.25, hand.unit?.centre ?? null);
      return true;
    case '-':
      camera.zoomBy(0.8, hand.unit?.centre ?? null);
      return true;
    case '0':
      camera.fit();
      return true;
    case '3':
      deep.toggle();
      return true;
    case '/':
      if (game.umpire && page.board) return false;
      page.find();
      return true;
    case '?':
      page.help = true;
      return true;
  }

  const letter = event.key.toLowerCase();
  if (letter === 'n') {
    const next = hand.cycle(event.shiftKey ? -1 : 1);
    if (next !== null) table.focus(next);
    return true;
  }
  if (letter === 'w') {
    page.words = !page.words;
    return true;
  }
  if (letter === 'a' || letter === 'v') {
    const which = letter === 'a' ? 'arcs' : 'sight';
    set(which, !settings[which]);
    hand.draw();
    return true;
  }
  if ((letter === 'm' && hand.way) || (letter === 't' && (hand.facing ?? hand.way))) {
    hand.nudge([0, 0], 0);
    return true;
  }
  if ((letter === 'q' || letter === 'e') && (hand.way ?? hand.facing)) {
    const step = event.shiftKey ? 3 : 15;
    hand.nudge([0, 0], letter === 'q' ? -step : step);
    return true;
  }
  const verb = VERBS[letter];
  return verb ? takeVerb(game, verb) : false;
}

/** Presses the main button; while units may still act, only focuses it. */
function space({ game, focusMain }: Table): boolean {
  if (!game.mine) return false;
  const main = game.view.table_orders.find((order) => order.main);
  if (main) void game.give(main.order);
  else return focusMain();
  return true;
}

/** Readies the verb's first order; pressed again, the one against the next target. */
function takeVerb(game: Game, verb: string): boolean {
  const hand = game.hand;
  const orders = hand.offers.filter((o) => o.verb === verb).flatMap((o) => o.orders);
  if (orders.length === 0 || !game.mine) return false;
  const last =
    hand.armed?.verb === verb ? orders.findIndex((o) => o.label === hand.armed?.label) : -1;
  const next = orders[(last + 1) % orders.length];
  if (next) void hand.take({ ...next, verb }, next.target);
  return true;
}
