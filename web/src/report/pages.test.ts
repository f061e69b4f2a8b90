import { expect, test } from 'vitest';

import { pagesOf } from './pages';

const content = [
  '0.5 g',
  'BT',
  '/B 17 Tf',
  '28 549.5 Td',
  '(Blue \\(a\\) (filled)) Tj',
  'ET',
  'q',
  '10 20 30 40 re',
  'W',
  'n',
  '0.93 g',
  '0 G',
  '2 w',
  '[3 3] 0 d',
  '10 500 m',
  '20 400 l',
  'h',
  'B',
  'Q',
  '[] 0 d',
  '0 0 m',
  '5 5 l',
  'S',
  'BT',
  '/F 9 Tf',
  '1 2 Td',
  '<4AE467> Tj',
  'ET',
].join('\n');

const page = (id: number, size: string, content: string) =>
  `\n\n${id} 0 obj\n<<\n  /Type /Page\n  /MediaBox [0 0 ${size}]\n  /Parent 2 0 R\n  /Contents ${id + 1} 0 R\n>>\nendobj` +
  `\n\n${id + 1} 0 obj\n<<\n  /Length ${content.length}\n>>\nstream\n${content}\nendstream\nendobj`;

test('a page is drawn as the file says', () => {
  const file = `%PDF-1.7${page(6, '841.5 595', content)}${page(8, '612 792', '0 g')}\n%%EOF`;
  const [first, second] = pagesOf(file);
  expect(second).toEqual({ wide: 612, high: 792, marks: [] });
  expect(first?.wide).toBe(841.5);
  expect(first?.marks).toEqual([
    {
      kind: 'text',
      at: [28, 45.5],
      text: 'Blue (a) (filled)',
      size: 17,
      bold: true,
      fill: 'rgb(128,128,128)',
    },
    {
      kind: 'cut',
      room: [10, 535, 30, 40],
      marks: [
        {
          kind: 'path',
          d: 'M10 95L20 195Z',
          fill: 'rgb(237,237,237)',
          line: 'rgb(0,0,0)',
          width: 2,
          dash: '3 3',
        },
      ],
    },
    { kind: 'path', d: 'M0 595L5 590', fill: null, line: 'rgb(0,0,0)', width: 2, dash: null },
    {
      kind: 'text',
      at: [1, 593],
      text: 'J\u00e4g',
      size: 9,
      bold: false,
      fill: 'rgb(237,237,237)',
    },
  ]);
});

test('a file without its content is no file of ours', () => {
  const torn = `%PDF${page(6, '612 792', '0 g').split('\n7 0 obj')[0] ?? ''}`;
  expect(() => pagesOf(torn)).toThrow('no content 7');
});
