/** Pieces of machines as SVG text: plates, screws, displays, lamps, buttons, breakers. Sizes are in drawing units (px). */

const sans = 'font-family="Liberation Sans, Arial, Noto Sans CJK SC, Microsoft YaHei, PingFang SC, sans-serif"';
const mono = 'font-family="DejaVu Sans Mono, Menlo, Consolas, Noto Sans CJK SC, monospace"';

/** Filters and gradients that every drawing uses. */
export const definitions = `<defs>
<filter id="brushed" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.004 0.55" numOctaves="3" seed="7"/><feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0 0.5  0.9 0 0 0 -0.22"/><feComposite operator="in" in2="SourceGraphic"/></filter>
<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0.35 0 0 0 -0.1"/><feComposite operator="in" in2="SourceGraphic"/></filter>
<filter id="rust" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.018" numOctaves="5" seed="11"/><feColorMatrix values="0 0 0 0 0.42  0 0 0 0 0.2  0 0 0 0 0.08  0 5 0 0 -2.75"/><feComposite operator="in" in2="SourceGraphic"/></filter>
<filter id="dirt" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.006 0.011" numOctaves="4" seed="23"/><feColorMatrix values="0 0 0 0 0.1  0 0 0 0 0.08  0 0 0 0 0.05  0 2.2 0 0 -0.95"/><feComposite operator="in" in2="SourceGraphic"/></filter>
<filter id="shadow" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter>
<filter id="glow" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="7"/></filter>
<linearGradient id="metal" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#d9dbdc"/><stop offset="0.45" stop-color="#a9adb0"/><stop offset="0.6" stop-color="#c6c9cb"/><stop offset="1" stop-color="#8f9497"/></linearGradient>
<linearGradient id="sheen" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.35"/><stop offset="0.5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.25"/></linearGradient>
<radialGradient id="dome" cx="0.35" cy="0.3" r="0.8"><stop offset="0" stop-color="#fff" stop-opacity="0.75"/><stop offset="0.4" stop-color="#fff" stop-opacity="0.1"/><stop offset="1" stop-color="#000" stop-opacity="0.45"/></radialGradient>
</defs>`;

export function text(
  x: number,
  y: number,
  size: number,
  value: string,
  options: { fill?: string; bold?: boolean; mono?: boolean; anchor?: 'start' | 'middle' | 'end'; spacing?: number } = {},
): string {
  const escaped = value.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<text x="${x}" y="${y}" font-size="${size}" ${options.mono ? mono : sans} fill="${options.fill ?? '#1b1d1f'}" text-anchor="${options.anchor ?? 'start'}" font-weight="${options.bold ? 700 : 400}" letter-spacing="${options.spacing ?? 0}" xml:space="preserve">${escaped}</text>`;
}

/** Painted sheet metal with grain, dirt and a bevel. */
export function sheet(x: number, y: number, width: number, height: number, colour: string, radius = 14): string {
  const box = `x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"`;
  return `<rect x="${x + 6}" y="${y + 10}" width="${width}" height="${height}" rx="${radius}" fill="#000" opacity="0.45" filter="url(#shadow)"/><rect ${box} fill="${colour}"/><rect ${box} fill="#000" filter="url(#grain)" opacity="0.5"/><rect ${box} fill="#000" filter="url(#dirt)" opacity="0.28"/><rect ${box} fill="url(#sheen)" opacity="0.5"/><rect ${box} fill="none" stroke="#fff" stroke-opacity="0.25" stroke-width="2"/>`;
}

export function screw(x: number, y: number, radius: number, angle: number): string {
  return `<g transform="translate(${x} ${y}) rotate(${angle})"><circle cx="2" cy="3" r="${radius}" fill="#000" opacity="0.4"/><circle r="${radius}" fill="url(#metal)"/><circle r="${radius}" fill="url(#dome)" opacity="0.6"/><rect x="${-radius * 0.75}" y="${-radius * 0.13}" width="${radius * 1.5}" height="${radius * 0.26}" fill="#222"/><rect x="${-radius * 0.13}" y="${-radius * 0.75}" width="${radius * 0.26}" height="${radius * 1.5}" fill="#222"/></g>`;
}

/** A backlit display with lines of text; the first line may be larger. */
export function display(
  x: number,
  y: number,
  width: number,
  height: number,
  colours: { back: string; ink: string },
  lines: readonly { text: string; size: number }[],
): string {
  let at = y + 18;
  const body = lines
    .map((line) => text(x + 34, (at += line.size * 1.22), line.size, line.text, { fill: colours.ink, mono: true, bold: true }))
    .join('');
  return `<rect x="${x - 22}" y="${y - 22}" width="${width + 44}" height="${height + 44}" rx="16" fill="#15171a"/><rect x="${x - 22}" y="${y - 22}" width="${width + 44}" height="${height + 44}" rx="16" fill="url(#sheen)" opacity="0.4"/><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="${colours.back}"/>${body}<polygon points="${x},${y} ${x + width * 0.5},${y} ${x + width * 0.22},${y + height} ${x},${y + height}" fill="#fff" opacity="0.05"/><rect x="${x}" y="${y}" width="${width}" height="14" fill="#000" opacity="0.3"/>`;
}

// Segments a–g of each sign: top, upper right, lower right, bottom, lower left, upper left, middle.
const segmentsOf: Readonly<Record<string, string>> = {
  '0': 'abcdef',
  '1': 'bc',
  '2': 'abged',
  '3': 'abgcd',
  '4': 'fgbc',
  '5': 'afgcd',
  '6': 'afgedc',
  '7': 'abc',
  '8': 'abcdefg',
  '9': 'abcdfg',
  A: 'abcefg',
  E: 'afged',
  F: 'afge',
  L: 'fed',
  P: 'abgfe',
  H: 'fbgec',
  r: 'eg',
  '-': 'g',
  ' ': '',
};

/** Seven-segment characters drawn as polygons: independent of any font. */
export function segments(x: number, y: number, height: number, value: string, colour: string): string {
  const width = height * 0.56,
    t = height * 0.11,
    half = height / 2;
  const horizontal = (top: number) =>
    `M${t * 0.7},${top} l${t / 2},${-t / 2} h${width - 2.4 * t} l${t / 2},${t / 2} l${-t / 2},${t / 2} h${-(width - 2.4 * t)} z`;
  const vertical = (left: number, top: number) =>
    `M${left},${top + t * 0.2} l${t / 2},${t / 2} v${half - 1.4 * t} l${-t / 2},${t / 2} l${-t / 2},${-t / 2} v${-(half - 1.4 * t)} z`;
  const shapes: Record<string, string> = {
    a: horizontal(0),
    b: vertical(width - t * 0.5, 0),
    c: vertical(width - t * 0.5, half),
    d: horizontal(height),
    e: vertical(t * 0.5, half),
    f: vertical(t * 0.5, 0),
    g: horizontal(half),
  };
  let at = x;
  const out: string[] = [];
  for (const sign of value) {
    if (sign === '.') {
      out.push(`<circle cx="${at - t * 0.9}" cy="${y + height}" r="${t * 0.62}" fill="${colour}"/>`);
      continue;
    }
    const on = segmentsOf[sign] ?? '';
    const paths = Object.entries(shapes)
      .map(([name, d]) => `<path d="${d}" fill="${colour}" opacity="${on.includes(name) ? 1 : 0.05}"/>`)
      .join('');
    const halo = [...on].map((name) => `<path d="${shapes[name]}" fill="${colour}" opacity="0.5"/>`).join('');
    out.push(`<g transform="translate(${at} ${y}) skewX(-5)"><g filter="url(#glow)">${halo}</g>${paths}</g>`);
    at += width * 1.38;
  }
  return out.join('');
}

export function lamp(x: number, y: number, colour: string, on: boolean, caption: string): string {
  return `${on ? `<circle cx="${x}" cy="${y}" r="34" fill="${colour}" opacity="0.6" filter="url(#glow)"/>` : ''}<circle cx="${x}" cy="${y}" r="20" fill="#222"/><circle cx="${x}" cy="${y}" r="16" fill="${colour}" opacity="${on ? 1 : 0.3}"/><circle cx="${x}" cy="${y}" r="16" fill="url(#dome)" opacity="0.5"/>${text(x, y + 52, 22, caption, { anchor: 'middle' })}`;
}

export function button(x: number, y: number, radius: number, colour: string, caption: string): string {
  return `<circle cx="${x + 4}" cy="${y + 7}" r="${radius + 9}" fill="#000" opacity="0.4" filter="url(#shadow)"/><circle cx="${x}" cy="${y}" r="${radius + 9}" fill="url(#metal)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#dome)" opacity="0.7"/>${text(x, y + radius + 44, 26, caption, { anchor: 'middle', bold: true })}`;
}

export function key(x: number, y: number, width: number, height: number, caption: string, colour = '#3a3f45'): string {
  return `<rect x="${x + 3}" y="${y + 5}" width="${width}" height="${height}" rx="12" fill="#000" opacity="0.5"/><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="${colour}"/><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="url(#sheen)" opacity="0.6"/>${text(x + width / 2, y + height / 2 + 9, 26, caption, { anchor: 'middle', bold: true, fill: '#f0f0f0' })}`;
}

/** Embossed tape or a printed sticker. */
export function tape(
  x: number,
  y: number,
  width: number,
  value: string,
  options: { back?: string; ink?: string; size?: number; tilt?: number } = {},
): string {
  const size = options.size ?? 40;
  return `<g transform="translate(${x} ${y}) rotate(${options.tilt ?? 0})"><rect x="3" y="4" width="${width}" height="${size * 1.6}" fill="#000" opacity="0.35"/><rect width="${width}" height="${size * 1.6}" rx="3" fill="${options.back ?? '#f2f0e6'}"/>${text(width / 2, size * 1.16, size, value, { anchor: 'middle', bold: true, fill: options.ink ?? '#111' })}</g>`;
}

/** Engraved metal plate with rows of caption and value. */
export function nameplate(
  x: number,
  y: number,
  width: number,
  height: number,
  heading: string,
  rows: readonly (readonly [string, string])[],
  rust: number,
): string {
  const box = `x="${x}" y="${y}" width="${width}" height="${height}" rx="18"`;
  const step = (height - 190) / rows.length;
  const engrave = (tx: number, ty: number, size: number, value: string, bold: boolean) =>
    text(tx + 1.5, ty + 1.5, size, value, { fill: '#ffffff', bold }) + text(tx, ty, size, value, { fill: '#23272a', bold });
  const body = rows
    .map(([caption, value], i) => {
      const ty = y + 168 + i * step + step * 0.55;
      return `${engrave(x + 60, ty, 34, caption, false)}<rect x="${x + width * 0.42}" y="${ty - step * 0.55}" width="${width * 0.52}" height="${step * 0.8}" fill="#fff" opacity="0.28" stroke="#555" stroke-width="1.5"/>${engrave(x + width * 0.44, ty + 2, 46, value, true)}`;
    })
    .join('');
  return `<rect x="${x + 8}" y="${y + 12}" width="${width}" height="${height}" rx="18" fill="#000" opacity="0.5" filter="url(#shadow)"/><rect ${box} fill="url(#metal)"/><rect ${box} fill="#444" filter="url(#brushed)" opacity="0.8"/><rect x="${x + 14}" y="${y + 14}" width="${width - 28}" height="${height - 28}" rx="10" fill="none" stroke="#333" stroke-width="3"/>${engrave(x + 60, y + 106, 66, heading, true)}<rect x="${x + 50}" y="${y + 128}" width="${width - 100}" height="4" fill="#333"/>${body}<rect ${box} fill="#7a3c12" filter="url(#rust)" opacity="${rust}"/>${[
    [36, 36, 20],
    [width - 36, 36, 75],
    [36, height - 36, 130],
    [width - 36, height - 36, 50],
  ]
    .map(([sx, sy, a]) => screw(x + sx!, y + sy!, 17, a!))
    .join('')}`;
}

/** Miniature circuit breaker; the lever of a tripped one stands low, with a yellow mark. */
export function breaker(x: number, y: number, name: string, rating: string, on: boolean): string {
  return `<rect x="${x + 5}" y="${y + 8}" width="150" height="330" fill="#000" opacity="0.4"/><rect x="${x}" y="${y}" width="150" height="330" rx="8" fill="#e7e6e1"/><rect x="${x}" y="${y}" width="150" height="330" rx="8" fill="url(#sheen)" opacity="0.5"/><rect x="${x}" y="${y + 95}" width="150" height="140" fill="#d4d3cd"/>${text(x + 75, y + 62, 36, rating, { anchor: 'middle', bold: true })}<rect x="${x + 45}" y="${y + 112}" width="60" height="106" rx="6" fill="#26282b"/><rect x="${x + 50}" y="${y + (on ? 116 : 166)}" width="50" height="48" rx="5" fill="${on ? '#2c5fa8' : '#e0a911'}"/><rect x="${x + 50}" y="${y + (on ? 116 : 166)}" width="50" height="48" rx="5" fill="url(#sheen)"/>${screw(x + 75, y + 290, 18, on ? 20 : 70)}${tape(x + 15, y + 350, 120, name, { size: 38 })}`;
}

/** Analogue gauge; `share` is the needle's position, 0–1. */
export function gauge(x: number, y: number, radius: number, unit: string, top: number, share: number): string {
  const at = (value: number, r: number) => {
    const a = ((-225 + value * 270) * Math.PI) / 180;
    return [x + r * Math.cos(a), y + r * Math.sin(a)] as const;
  };
  const ticks = Array.from({ length: 11 }, (_, i) => {
    const [x1, y1] = at(i / 10, radius * 0.86),
      [x2, y2] = at(i / 10, radius * 0.74);
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#111" stroke-width="3"/>`;
  }).join('');
  const numbers = [0, 0.4, 1]
    .map((value) => {
      const [tx, ty] = at(value, radius * 0.56);
      return text(tx, ty + 8, radius * 0.17, String(Math.round(value * top)), { anchor: 'middle' });
    })
    .join('');
  const [nx, ny] = at(share, radius * 0.8);
  return `<circle cx="${x + 5}" cy="${y + 9}" r="${radius + 12}" fill="#000" opacity="0.45" filter="url(#shadow)"/><circle cx="${x}" cy="${y}" r="${radius + 12}" fill="url(#metal)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="#f4f3ee"/>${ticks}${numbers}${text(x, y + radius * 0.52, radius * 0.2, unit, { anchor: 'middle' })}<line x1="${x}" y1="${y}" x2="${nx}" y2="${ny}" stroke="#b3151a" stroke-width="5"/><circle cx="${x}" cy="${y}" r="10" fill="#222"/><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#dome)" opacity="0.18"/>`;
}
