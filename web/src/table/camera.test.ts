import { expect, test } from 'vitest';

import { Camera } from './camera.svelte';
import { Frame } from './frame';

function camera() {
  const camera = new Camera(new Frame([48, 48]));
  camera.resize(1000, 700);
  return camera;
}

test('it shows the whole table, also after the window changed', () => {
  const c = camera();
  const [x0, y0] = c.screen([0, 0]);
  const [x1, y1] = c.screen([480, 480]);
  expect(Math.min(x0, y0)).toBeGreaterThanOrEqual(0);
  expect(x1).toBeLessThanOrEqual(1000);
  expect(y1).toBeLessThanOrEqual(700);
  c.resize(390, 500);
  expect(c.screen([480, 480])[0]).toBeLessThanOrEqual(390);
});

test('a unit that it brings into sight leaves the whole table in a small window whole', () => {
  const c = camera();
  c.resize(300, 60);
  c.reveal([10, 10]);
  c.resize(360, 400);
  const [x0] = c.screen([0, 0]);
  const [x1] = c.screen([480, 480]);
  expect(x1 - x0).toBeGreaterThan(250);
});

test('a window that grows much enlarges a table that was moved', () => {
  const c = camera();
  c.resize(300, 60);
  c.pan(5, 0);
  c.resize(360, 400);
  expect(c.screen([480, 480])[0] - c.screen([0, 0])[0]).toBeGreaterThan(200);
});

test('the place under the pointer stays under it', () => {
  const c = camera();
  const before = c.place([300, 200]);
  c.zoomAt([300, 200], 3);
  const after = c.place([300, 200]);
  expect(after[0]).toBeCloseTo(before[0], 6);
  expect(after[1]).toBeCloseTo(before[1], 6);
});

const frame = new Frame([48, 48]);
test('it comes nearer to a unit that is in the window, else to its middle', () => {
  const c = camera();
  const before = c.screen(frame.at([12, 30]));
  c.zoomBy(2, [12, 30]);
  expect(c.screen(frame.at([12, 30]))[0]).toBeCloseTo(before[0], 6);
  expect(c.screen(frame.at([12, 30]))[1]).toBeCloseTo(before[1], 6);
  const at = c.place([500, 350]);
  c.zoomBy(1.4, [1e4, 1e4]);
  expect(c.place([500, 350])[0]).toBeCloseTo(at[0], 6);
  c.zoomBy(1.4, null);
  expect(c.place([500, 350])[1]).toBeCloseTo(at[1], 6);
});

test('the table never leaves the window, and zoom has ends', () => {
  const c = camera();
  c.zoomAt([500, 350], 1e9);
  expect(c.zoom).toBeLessThan(20);
  c.pan(1e9, -1e9);
  expect([c.x, c.y]).toEqual([0, 480]);
  c.zoomAt([500, 350], 1e-9);
  expect(c.zoom).toBeGreaterThan(0.5);
});

test('buttons over the window lie beside the table', () => {
  const c = camera();
  c.leave(52, 60);
  expect(c.screen([0, 0])[1]).toBeGreaterThanOrEqual(52);
  expect(c.screen([480, 480])[0]).toBeLessThanOrEqual(940);
  const at = c.place([300, 200]);
  expect(c.screen(at)[0]).toBeCloseTo(300, 6);
  expect(c.screen(at)[1]).toBeCloseTo(200, 6);
});
