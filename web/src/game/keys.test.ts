import { expect, it, vi } from 'vitest';

import { key, type Table } from './keys';

it('leaves keys in a field and in a sheet to them, also with Ctrl', () => {
  const undo = vi.fn();
  const table = { game: { hand: {}, undo }, camera: {}, page: {} } as unknown as Table;
  const pressed = (on: HTMLElement) => {
    let meant = false;
    on.addEventListener('keydown', (event) => (meant = key(event, table)));
    document.body.append(on);
    on.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }));
    on.remove();
    return meant;
  };
  expect(pressed(document.createElement('input'))).toBe(false);
  expect(pressed(document.createElement('dialog'))).toBe(false);
  expect(undo).not.toHaveBeenCalled();
  expect(pressed(document.createElement('div'))).toBe(true);
  expect(undo).toHaveBeenCalledOnce();
});
