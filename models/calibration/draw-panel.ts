import sharp from 'sharp';
import type { RgbImage } from '../../src/main/domain/photo.ts';
import { createDice } from './dice.ts';

export const panelCount = 40;
export const shotsPerPanel = 4;
const width = 480;
const height = 360;

/** Draws one made-up machine: a housing with displays, gauges, lamps, pipes and stains where the number of the panel puts them. PNG bytes. */
export async function drawPanel(panel: number): Promise<Buffer> {
  const dice = createDice(panel * 7919 + 13);
  const parts = [
    drawSurroundings(dice),
    `<rect x="${dice.within(10, 200)}" y="${dice.within(10, 150)}" width="${dice.within(120, 430)}" height="${dice.within(100, 320)}" rx="${dice.within(0, 60)}" fill="hsl(${dice.within(0, 360)},${dice.within(5, 40)}%,${dice.within(25, 80)}%)" stroke="#222" stroke-width="${dice.within(1, 8)}"/>`,
  ];
  const count = dice.within(3, 14);
  for (let i = 0; i < count; i++) parts.push(drawPart(dice));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Wall, floor or plant behind the machine: a grained texture over a shaded colour, so that places differ as they do on site. */
function drawSurroundings(dice: ReturnType<typeof createDice>): string {
  const hue = dice.within(0, 360);
  const grain = `0.${String(dice.within(2, 300)).padStart(3, '0')} 0.${String(dice.within(2, 300)).padStart(3, '0')}`;
  return [
    `<defs><linearGradient id="light" x1="0" y1="0" x2="${dice.within(0, 1)}" y2="1"><stop offset="0" stop-color="hsl(${hue},${dice.within(4, 45)}%,${dice.within(45, 90)}%)"/><stop offset="1" stop-color="hsl(${(hue + dice.within(0, 80)) % 360},${dice.within(4, 45)}%,${dice.within(8, 50)}%)"/></linearGradient>`,
    `<filter id="grain"><feTurbulence type="${dice.within(0, 1) === 0 ? 'turbulence' : 'fractalNoise'}" baseFrequency="${grain}" numOctaves="${dice.within(1, 4)}" seed="${dice.within(1, 999)}"/><feColorMatrix type="saturate" values="0.${dice.within(0, 6)}"/></filter></defs>`,
    `<rect width="${width}" height="${height}" fill="url(#light)"/><rect width="${width}" height="${height}" filter="url(#grain)" opacity="0.${dice.within(3, 8)}"/>`,
  ].join('');
}

function drawPart(dice: ReturnType<typeof createDice>): string {
  const x = dice.within(50, 390);
  const y = dice.within(40, 290);
  const colour = `hsl(${dice.within(0, 360)},${dice.within(20, 90)}%,${dice.within(20, 70)}%)`;
  switch (dice.within(0, 5)) {
    case 0: {
      const radius = dice.within(18, 55);
      const turn = dice.within(0, 360);
      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#f4f4ee" stroke="#333" stroke-width="4"/><line x1="${x}" y1="${y}" x2="${x + radius * 0.8}" y2="${y}" stroke="#c22" stroke-width="3" transform="rotate(${turn} ${x} ${y})"/>`;
    }
    case 1:
      return `<rect x="${x}" y="${y}" width="${dice.within(60, 130)}" height="${dice.within(24, 50)}" fill="#10241a" stroke="#444" stroke-width="3"/><rect x="${x + 8}" y="${y + 8}" width="${dice.within(10, 45)}" height="8" fill="${colour}"/>`;
    case 2:
      return `<circle cx="${x}" cy="${y}" r="${dice.within(6, 16)}" fill="${colour}" stroke="#111" stroke-width="2"/>`;
    case 3:
      return `<path d="M0 ${y} C ${x} ${y - dice.within(0, 90)}, ${x} ${y + dice.within(0, 90)}, ${width} ${dice.within(30, 330)}" fill="none" stroke="${colour}" stroke-width="${dice.within(6, 26)}"/>`;
    case 4:
      return `<ellipse cx="${x}" cy="${y}" rx="${dice.within(15, 70)}" ry="${dice.within(10, 40)}" fill="#2b1a0c" opacity="0.${dice.within(3, 8)}"/>`;
    default:
      return Array.from(
        { length: dice.within(3, 9) },
        (_, i) => `<rect x="${x}" y="${y + i * 9}" width="${dice.within(40, 90)}" height="4" fill="#1a1a1a"/>`,
      ).join('');
  }
}

/** Takes a drawn panel as a technician would: turned by up to 15 degrees, cropped, darker or brighter, blurred, as a JPEG. */
export async function photographPanel(drawing: Buffer, panel: number, shot: number): Promise<RgbImage> {
  const dice = createDice(panel * 104729 + shot * 1299721 + 7);
  const turned = await sharp(drawing).rotate(dice.within(-15, 15), { background: '#6e6e6e' }).toBuffer({ resolveWithObject: true });
  const share = dice.within(60, 96) / 100;
  const cropWidth = Math.floor(turned.info.width * share);
  const cropHeight = Math.floor(turned.info.height * share);
  const { data, info } = await sharp(turned.data)
    .extract({
      left: dice.within(0, turned.info.width - cropWidth),
      top: dice.within(0, turned.info.height - cropHeight),
      width: cropWidth,
      height: cropHeight,
    })
    .modulate({ brightness: dice.within(45, 160) / 100, saturation: dice.within(80, 120) / 100 })
    .blur(dice.within(3, 30) / 10)
    .jpeg({ quality: dice.within(50, 90) })
    .toBuffer()
    .then((jpeg) => sharp(jpeg).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }));
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}
