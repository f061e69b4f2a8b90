// Saves a drawing of the page as a file of its own, with its styles written into it.

/** Properties that a drawing takes from styles. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'display',
  'visibility',
  'stop-color',
  'stop-opacity',
];

/** Returns the drawing as the text of an SVG file. */
export function asSvg(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const drawn = [svg, ...svg.querySelectorAll<SVGElement>('*')];
  const copied = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  const plain = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  svg.append(plain);
  const usual = looks(plain);
  plain.remove();
  drawn.forEach((from, i) => {
    const to = copied[i];
    if (!to) return;
    const parent = from === svg || !from.parentElement ? usual : looks(from.parentElement);
    const own = looks(from);
    // Most properties are inherited: write only the differences.
    for (const name of LOOKS) {
      if (own[name] !== parent[name] || !INHERITED.has(name)) {
        if (own[name] !== usual[name] || INHERITED.has(name))
          to.setAttribute(name, own[name] ?? '');
      }
    }
    for (const name of [...to.attributes].map((attribute) => attribute.name)) {
      if (/^(class|style|role|tabindex|aria-|data-|on)/.test(name)) to.removeAttribute(name);
    }
  });
  const [x, y, width, height] = (svg.getAttribute('viewBox') ?? '0 0 1 1').split(' ').map(Number);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', [x, y, width, height].join(' '));
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy).replaceAll(/<!--[\s\S]*?-->/g, '');
}

const INHERITED = new Set(
  LOOKS.filter((name) => !['opacity', 'display', 'stop-color', 'stop-opacity'].includes(name)),
);

const known = new WeakMap<Element, Record<string, string>>();
function looks(of: Element): Record<string, string> {
  const before = known.get(of);
  if (before) return before;
  const style = getComputedStyle(of);
  const found = Object.fromEntries(LOOKS.map((name) => [name, style.getPropertyValue(name)]));
  known.set(of, found);
  return found;
}

/** Draws an SVG file as a picture of this width, in pixels. */
export async function asPng(svg: string, width: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('this browser cannot draw the picture');
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
