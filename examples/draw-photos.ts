/** Draws the sample photos: `node examples/draw-photos.ts [folder] [name …]`. The JPEG files in `photos/` are what counts. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { photograph, type Shot } from './drawing/camera.ts';
import {
  breakerRow,
  chillerPanel,
  chillerPlate,
  compressorPanel,
  doorController,
  gearboxPlate,
  hydraulicPanel,
  inverterKeypad,
  machineScreen,
  upsDisplay,
  type Scene,
} from './drawing/scenes.ts';

const landscape = { width: 1400, height: 1050 };
const portrait = { width: 1050, height: 1400 };
const concrete = [128, 124, 116] as const;
const cabinet = [92, 98, 104] as const;
const oily = [60, 62, 58] as const;

const photos: Readonly<Record<string, { scene: Scene; shot: Shot }>> = {
  'case-hp40-panel': {
    scene: hydraulicPanel('E-204', 'OIL TEMP HIGH', '78 °C'),
    shot: {
      ...landscape,
      wall: oily,
      corners: [
        [0.06, 0.09],
        [0.95, 0.04],
        [0.97, 0.95],
        [0.04, 0.92],
      ],
      light: { at: [0.2, 0.1], fall: 0.45 },
      noise: 2,
      blur: 0.7,
    },
  },
  'query-hp40-panel': {
    scene: hydraulicPanel('E-204', 'OIL TEMP HIGH', '81 °C'),
    shot: {
      ...landscape,
      wall: oily,
      corners: [
        [0.13, 0.04],
        [0.9, 0.13],
        [0.88, 0.9],
        [0.08, 0.97],
      ],
      light: { at: [0.9, 0.1], fall: 0.5 },
      tint: [1.06, 1, 0.88],
      glare: [{ at: [0.75, 0.3], radius: 0.05, strength: 0.7, stretch: 2.5, slant: 0.6 }],
      noise: 3,
      blur: 0.9,
    },
  },
  'case-fx300-before': {
    scene: inverterKeypad('F-07', 'FX-300', false),
    shot: {
      ...portrait,
      wall: cabinet,
      corners: [
        [0.1, 0.06],
        [0.9, 0.04],
        [0.93, 0.95],
        [0.08, 0.96],
      ],
      light: { at: [0.5, 0], fall: 0.5 },
      noise: 2.5,
      blur: 0.8,
    },
  },
  'case-fx300-after': {
    scene: inverterKeypad('50.0', 'FX-300', true),
    shot: {
      ...portrait,
      wall: cabinet,
      corners: [
        [0.07, 0.05],
        [0.92, 0.07],
        [0.9, 0.94],
        [0.1, 0.96],
      ],
      light: { at: [0.2, 0.1], fall: 0.35 },
      noise: 2,
      blur: 0.7,
    },
  },
  'query-fx300-keypad': {
    scene: inverterKeypad('F-07', 'FX-300', false),
    shot: {
      ...portrait,
      wall: [70, 74, 80],
      corners: [
        [0.16, 0.03],
        [0.94, 0.1],
        [0.86, 0.97],
        [0.1, 0.92],
      ],
      exposure: 0.85,
      light: { at: [0, 0.5], fall: 0.5 },
      tint: [0.93, 1, 1.08],
      noise: 3.5,
      blur: 1,
    },
  },
  'query-fx300-upside-down': {
    scene: inverterKeypad('F-22', 'FX-300', false),
    shot: {
      ...portrait,
      wall: cabinet,
      corners: [
        [0.09, 0.06],
        [0.93, 0.03],
        [0.95, 0.95],
        [0.06, 0.97],
      ],
      light: { at: [0.7, 0.1], fall: 0.4 },
      noise: 2.5,
      blur: 0.8,
      turn: 180,
    },
  },
  'case-ac75-panel': {
    scene: compressorPanel('AL-12', '排气温度过高', ['112 ℃   7.1 bar']),
    shot: {
      ...landscape,
      wall: concrete,
      corners: [
        [0.05, 0.06],
        [0.96, 0.09],
        [0.94, 0.94],
        [0.06, 0.95],
      ],
      light: { at: [0.3, 0], fall: 0.35 },
      noise: 2,
      blur: 0.7,
    },
  },
  'query-ac75-panel': {
    scene: compressorPanel('AL-12', '排气温度过高', ['111 ℃   7.0 bar']),
    shot: {
      ...landscape,
      wall: concrete,
      corners: [
        [0.11, 0.1],
        [0.92, 0.02],
        [0.97, 0.98],
        [0.07, 0.88],
      ],
      exposure: 0.9,
      light: { at: [0.9, 0.3], fall: 0.5 },
      tint: [0.95, 1.02, 1.04],
      glare: [{ at: [0.35, 0.62], radius: 0.035, strength: 0.55, stretch: 3, slant: -0.4 }],
      noise: 3,
      blur: 0.9,
    },
  },
  'case-ed8-controller': {
    scene: doorController('E-204'),
    shot: {
      ...landscape,
      wall: [50, 48, 46],
      corners: [
        [0.06, 0.07],
        [0.95, 0.05],
        [0.94, 0.95],
        [0.07, 0.94],
      ],
      light: { at: [0.5, 0.4], fall: 0.6 },
      noise: 2.5,
      blur: 0.8,
    },
  },
  'query-ed8-dark': {
    scene: doorController('E-204'),
    shot: {
      ...landscape,
      wall: [50, 48, 46],
      corners: [
        [0.14, 0.12],
        [0.9, 0.06],
        [0.94, 0.92],
        [0.1, 0.95],
      ],
      exposure: 0.17,
      light: { at: [0.3, 0.6], fall: 0.75 },
      vignette: 0.6,
      noise: 5,
      blur: 1.4,
    },
  },
  'case-ch220-plate': {
    scene: chillerPlate(),
    shot: {
      ...landscape,
      wall: [70, 96, 112],
      corners: [
        [0.04, 0.05],
        [0.96, 0.08],
        [0.95, 0.95],
        [0.05, 0.94],
      ],
      light: { at: [0.8, 0.1], fall: 0.35 },
      glare: [{ at: [0.82, 0.16], radius: 0.05, strength: 0.5, stretch: 2, slant: 0.7 }],
      noise: 2,
      blur: 0.7,
    },
  },
  'query-ch220-panel': {
    scene: chillerPanel('E-31', '蒸发压力过低', ['吸气 1.2 bar', '出水 13.8 ℃']),
    shot: {
      ...landscape,
      wall: concrete,
      corners: [
        [0.08, 0.12],
        [0.94, 0.05],
        [0.92, 0.93],
        [0.1, 0.9],
      ],
      light: { at: [0.1, 0.2], fall: 0.4 },
      noise: 2.5,
      blur: 0.9,
    },
  },
  'case-ub20-display': {
    scene: upsDisplay('F-07', ['CELL TEMPERATURE', 'BLOCK 14   34 °C']),
    shot: {
      ...landscape,
      wall: cabinet,
      corners: [
        [0.05, 0.08],
        [0.95, 0.06],
        [0.96, 0.93],
        [0.04, 0.95],
      ],
      light: { at: [0.4, 0.1], fall: 0.35 },
      noise: 2,
      blur: 0.7,
    },
  },
  'query-ub20-display': {
    scene: upsDisplay('F-07', ['CELL TEMPERATURE', 'BLOCK 14   36 °C']),
    shot: {
      ...landscape,
      wall: cabinet,
      corners: [
        [0.12, 0.05],
        [0.96, 0.14],
        [0.9, 0.94],
        [0.06, 0.88],
      ],
      light: { at: [0.9, 0.8], fall: 0.5 },
      tint: [1.05, 1, 0.9],
      noise: 3,
      blur: 0.8,
      shake: 2,
    },
  },
  'case-ub20-breakers': {
    scene: breakerRow(),
    shot: {
      ...landscape,
      wall: [150, 148, 140],
      corners: [
        [0.05, 0.1],
        [0.95, 0.07],
        [0.94, 0.93],
        [0.06, 0.92],
      ],
      light: { at: [0.3, 0.1], fall: 0.35 },
      noise: 2,
      blur: 0.7,
    },
  },
  'query-ub20-breakers': {
    scene: breakerRow(),
    shot: {
      ...landscape,
      wall: [150, 148, 140],
      corners: [
        [0.12, 0.05],
        [0.92, 0.13],
        [0.97, 0.87],
        [0.06, 0.96],
      ],
      exposure: 0.8,
      light: { at: [0.9, 0.4], fall: 0.5 },
      tint: [1.08, 1, 0.86],
      noise: 3,
      blur: 0.9,
    },
  },
  'case-gr16-plate': {
    scene: gearboxPlate(0.45),
    shot: {
      ...landscape,
      wall: [42, 78, 54],
      corners: [
        [0.05, 0.07],
        [0.95, 0.05],
        [0.96, 0.94],
        [0.04, 0.95],
      ],
      light: { at: [0.5, 0], fall: 0.35 },
      noise: 2,
      blur: 0.7,
    },
  },
  'query-gr16-plate-rotated': {
    scene: gearboxPlate(0.6),
    shot: {
      ...landscape,
      wall: [42, 78, 54],
      corners: [
        [0.1, 0.04],
        [0.93, 0.1],
        [0.9, 0.92],
        [0.06, 0.97],
      ],
      exposure: 0.9,
      light: { at: [0.1, 0.9], fall: 0.4 },
      noise: 3,
      blur: 0.9,
      turn: 90,
    },
  },
  'query-sp24-screen': {
    scene: machineScreen('AL-12', 'TOOL NOT CLAMPED'),
    shot: {
      ...landscape,
      wall: [86, 90, 92],
      corners: [
        [0.09, 0.08],
        [0.95, 0.04],
        [0.93, 0.96],
        [0.05, 0.9],
      ],
      light: { at: [0.5, 0.5], fall: 0.3 },
      glare: [{ at: [0.7, 0.62], radius: 0.06, strength: 0.35, stretch: 1.6, slant: 0.3 }],
      noise: 2.5,
      blur: 0.8,
    },
  },
};

const [folder = join(import.meta.dirname, 'photos'), ...only] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
let seed = 1;
for (const [name, { scene, shot }] of Object.entries(photos)) {
  seed += 1;
  if (only.length > 0 && !only.includes(name)) continue;
  const { data, info } = await sharp(Buffer.from(scene.svg))
    .flatten({ background: '#888' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const photo = photograph({ width: info.width, height: info.height, data }, shot, seed);
  const jpeg = await sharp(photo.data, { raw: { width: photo.width, height: photo.height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
  await writeFile(join(folder, `${name}.jpg`), jpeg);
  process.stdout.write(`${name}.jpg ${Math.round(jpeg.length / 1024)} kB\n`);
}
