/** The drawn machines. Makes and models are invented. */
import { breaker, button, definitions, display, gauge, key, lamp, nameplate, screw, segments, sheet, tape, text } from './parts.ts';

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

function scene(width: number, height: number, body: string): Scene {
  return {
    width,
    height,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${definitions}${body}</svg>`,
  };
}

function cornerScrews(width: number, height: number): string {
  return [
    [40, 40, 15],
    [width - 40, 40, 60],
    [40, height - 40, 100],
    [width - 40, height - 40, 35],
  ]
    .map(([x, y, a]) => screw(x!, y!, 18, a!))
    .join('');
}

/** Hydraulic power unit: grey panel with a green display. */
export function hydraulicPanel(code: string, message: string, reading: string): Scene {
  return scene(
    1400,
    1050,
    sheet(0, 0, 1400, 1050, '#8f979b') +
      cornerScrews(1400, 1050) +
      text(90, 130, 64, 'TARNFELD', { bold: true, spacing: 8, fill: '#1d3f66' }) +
      text(90, 185, 34, 'HYDRAULIC POWER UNIT') +
      text(1310, 140, 76, 'HP-40', { bold: true, anchor: 'end' }) +
      display(110, 270, 720, 330, { back: '#a9c837', ink: '#18260a' }, [
        { text: code, size: 104 },
        { text: message, size: 58 },
        { text: reading, size: 58 },
      ]) +
      gauge(1110, 440, 175, 'bar', 250, 0.68) +
      lamp(150, 720, '#2fbf4a', false, 'RUN') +
      lamp(290, 720, '#f03a2e', true, 'ALARM') +
      lamp(430, 720, '#f5b921', false, 'FILTER') +
      button(180, 880, 52, '#2d8f3c', 'START') +
      button(370, 880, 52, '#b92a22', 'STOP') +
      button(560, 880, 52, '#2c5fa8', 'RESET') +
      tape(830, 820, 300, 'HPU-07', { size: 54, tilt: -1.5 }),
  );
}

/** Inverter: black front with red seven-segment digits. */
export function inverterKeypad(value: string, model: string, run: boolean): Scene {
  return scene(
    1050,
    1400,
    sheet(0, 0, 1050, 1400, '#2f3337', 30) +
      cornerScrews(1050, 1400) +
      text(525, 150, 62, 'QUELLMAR', { bold: true, anchor: 'middle', fill: '#e9ebec', spacing: 10 }) +
      text(525, 235, 70, model, { bold: true, anchor: 'middle', fill: '#ffffff' }) +
      `<rect x="130" y="300" width="790" height="340" rx="16" fill="#0c0a0a"/><rect x="130" y="300" width="790" height="340" rx="16" fill="url(#sheen)" opacity="0.3"/>` +
      segments(215, 365, 205, value, run ? '#37e06b' : '#ff2b22') +
      `<g>${lamp(250, 715, '#2fbf4a', run, '')}${lamp(520, 715, '#f03a2e', !run, '')}${lamp(790, 715, '#f5b921', false, '')}</g>` +
      [
        ['RUN', 250],
        ['FAULT', 520],
        ['LOCAL', 790],
      ]
        .map(([t, x]) => text(Number(x), 775, 30, String(t), { anchor: 'middle', fill: '#ddd', bold: true }))
        .join('') +
      key(140, 820, 230, 110, 'ESC') +
      key(410, 820, 230, 110, '▲') +
      key(680, 820, 230, 110, 'ENTER') +
      key(140, 960, 230, 110, 'RUN', '#1f7a34') +
      key(410, 960, 230, 110, '▼') +
      key(680, 960, 230, 110, 'STOP', '#a3241e') +
      `<rect x="140" y="1130" width="770" height="170" rx="6" fill="#f4c20d"/><polygon points="225,1160 290,1275 160,1275" fill="#111"/><polygon points="225,1183 270,1264 180,1264" fill="#f4c20d"/>` +
      text(217, 1258, 66, '!', { bold: true }) +
      text(330, 1198, 46, 'DANGER', { bold: true }) +
      text(330, 1258, 36, 'DC bus live: wait 10 min'),
  );
}

/** Screw compressor with a Chinese panel and a blue display. */
export function compressorPanel(code: string, message: string, rows: readonly string[]): Scene {
  return scene(
    1400,
    1050,
    sheet(0, 0, 1400, 1050, '#d3d6d2') +
      `<rect x="0" y="0" width="1400" height="190" rx="14" fill="#12447d"/><rect x="0" y="0" width="1400" height="190" fill="url(#sheen)" opacity="0.5"/>` +
      cornerScrews(1400, 1050) +
      text(110, 128, 78, '螺杆空压机', { bold: true, fill: '#fff', spacing: 6 }) +
      text(1290, 130, 84, 'AC-75', { bold: true, fill: '#fff', anchor: 'end' }) +
      display(110, 290, 800, 360, { back: '#1c3fa6', ink: '#f2f7ff' }, [
        { text: code, size: 96 },
        { text: message, size: 66 },
        ...rows.map((row) => ({ text: row, size: 52 })),
      ]) +
      button(1140, 400, 92, '#c4161c', '急停') +
      lamp(1010, 650, '#2fbf4a', false, '运行') +
      lamp(1140, 650, '#f03a2e', true, '报警') +
      lamp(1270, 650, '#f5b921', true, '保养') +
      key(120, 760, 220, 120, '启动', '#1f7a34') +
      key(390, 760, 220, 120, '停止', '#a3241e') +
      key(660, 760, 220, 120, '复位') +
      tape(980, 820, 300, 'CMP-02', { size: 52, back: '#1a1a1a', ink: '#f5f5f5', tilt: 1 }),
  );
}

/** Door operator in the lift shaft: a small grey box. */
export function doorController(code: string): Scene {
  return scene(
    1200,
    900,
    sheet(0, 0, 1200, 900, '#6f7677', 20) +
      cornerScrews(1200, 900) +
      text(90, 130, 60, 'LIFTARA', { bold: true, spacing: 8, fill: '#f2f2f2' }) +
      text(1110, 130, 72, 'ED-8', { bold: true, anchor: 'end', fill: '#fff' }) +
      text(90, 190, 36, 'DOOR OPERATOR  24 V DC', { fill: '#eee' }) +
      display(110, 270, 620, 210, { back: '#bfe05a', ink: '#1a2607' }, [{ text: code, size: 116 }]) +
      lamp(860, 330, '#2fbf4a', true, '') +
      lamp(980, 330, '#f03a2e', true, '') +
      text(860, 400, 28, 'PWR', { anchor: 'middle', fill: '#fff' }) +
      text(980, 400, 28, 'ERR', { anchor: 'middle', fill: '#fff' }) +
      ['X1', 'X2', 'X4', 'X6']
        .map(
          (name, i) =>
            `<rect x="${110 + i * 240}" y="600" width="190" height="130" rx="6" fill="#1f6b3a"/><rect x="${125 + i * 240}" y="615" width="160" height="60" fill="#111"/>${[0, 1, 2, 3].map((k) => screw(146 + i * 240 + k * 39, 705, 12, k * 40)).join('')}${text(205 + i * 240, 785, 36, name, { anchor: 'middle', bold: true, fill: '#fff' })}`,
        )
        .join('') +
      tape(820, 820, 260, 'LFT-14', { size: 38, tilt: -2 }),
  );
}

/** Chiller nameplate with a service sticker that carries a name and a phone number. */
export function chillerPlate(): Scene {
  return scene(
    1400,
    1050,
    sheet(0, 0, 1400, 1050, '#4e6a7c', 0) +
      nameplate(
        60,
        60,
        1280,
        700,
        'NORDKALT',
        [
          ['TYPE', 'CH-220'],
          ['SERIAL NO.', '88231-A7'],
          ['REFRIGERANT', 'R134a  42 kg'],
          ['MAX. PRESSURE', '21 bar'],
          ['YEAR', '2019'],
        ],
        0.35,
      ) +
      `<g transform="translate(240 820) rotate(-2)"><rect x="4" y="6" width="920" height="180" fill="#000" opacity="0.35"/><rect width="920" height="180" rx="6" fill="#f7f4e4"/>${text(40, 74, 50, 'Contact: Jonas Weidler', { bold: true })}${text(40, 146, 50, 'Tel. 020 7946 0958', { bold: true })}</g>`,
  );
}

/** Chiller panel with a Chinese message. */
export function chillerPanel(code: string, message: string, rows: readonly string[]): Scene {
  return scene(
    1300,
    950,
    sheet(0, 0, 1300, 950, '#e3e4df') +
      cornerScrews(1300, 950) +
      text(100, 130, 66, 'NORDKALT', { bold: true, spacing: 8, fill: '#0d6f7d' }) +
      text(1200, 130, 72, 'CH-220', { bold: true, anchor: 'end' }) +
      display(120, 230, 1060, 400, { back: '#0e1418', ink: '#7fe6ff' }, [
        { text: code, size: 100 },
        { text: message, size: 72 },
        ...rows.map((row) => ({ text: row, size: 56 })),
      ]) +
      key(120, 730, 220, 120, '菜单') +
      key(390, 730, 220, 120, '确认') +
      key(660, 730, 220, 120, '消音') +
      tape(950, 750, 240, 'CHL-01', { size: 46 }),
  );
}

/** UPS front display. */
export function upsDisplay(code: string, rows: readonly string[]): Scene {
  return scene(
    1300,
    900,
    sheet(0, 0, 1300, 900, '#23262a') +
      cornerScrews(1300, 900) +
      text(90, 120, 60, 'VOLTESSA', { bold: true, fill: '#f0a321', spacing: 8 }) +
      text(1210, 124, 74, 'UB-20', { bold: true, anchor: 'end', fill: '#fff' }) +
      display(110, 220, 1080, 400, { back: '#d9e7ef', ink: '#10222e' }, [
        { text: code, size: 108 },
        ...rows.map((row) => ({ text: row, size: 62 })),
      ]) +
      [
        ['LINE', 200, '#2fbf4a', true],
        ['INVERTER', 460, '#2fbf4a', true],
        ['BYPASS', 720, '#f5b921', false],
        ['BATTERY', 980, '#f03a2e', true],
      ]
        .map(
          ([t, x, c, on]) =>
            lamp(Number(x), 730, String(c), Boolean(on), '') + text(Number(x), 800, 30, String(t), { anchor: 'middle', fill: '#eee' }),
        )
        .join(''),
  );
}

/** Row of breakers behind the UPS; Q3 has tripped. */
export function breakerRow(): Scene {
  return scene(
    1300,
    850,
    sheet(0, 0, 1300, 850, '#c9c7bd') +
      cornerScrews(1300, 850) +
      text(100, 140, 64, 'UB-20  配电 / 旁路', { bold: true }) +
      text(1200, 140, 46, 'UPS-06', { anchor: 'end', bold: true }) +
      `<rect x="80" y="205" width="1140" height="390" fill="#55585a"/><rect x="80" y="370" width="1140" height="36" fill="url(#metal)"/>` +
      breaker(120, 235, 'Q1', 'C63', true) +
      breaker(300, 235, 'Q2', 'C63', true) +
      breaker(480, 235, 'Q3', 'C80', false) +
      breaker(660, 235, 'Q4', 'C16', true) +
      breaker(840, 235, 'Q5', 'C16', true) +
      breaker(1020, 235, 'Q6', 'B10', true) +
      text(120, 760, 40, 'Q3 旁路断路器  CB-80C', { bold: true }),
  );
}

/** Gearbox nameplate, rusty. */
export function gearboxPlate(rust: number): Scene {
  return scene(
    1400,
    1000,
    sheet(0, 0, 1400, 1000, '#2d5a3d', 0) +
      nameplate(
        80,
        90,
        1240,
        820,
        'MALDREN GEARBOX',
        [
          ['TYPE', 'GR-16'],
          ['SERIAL NO.', '40-1187'],
          ['RATIO', '25 : 1'],
          ['OIL', 'VG 220  4.2 L'],
          ['BEARING OUT', '22216-E'],
          ['ASSET', 'CNV-33'],
        ],
        rust,
      ),
  );
}

/** Screen of a machining centre with an alarm line. */
export function machineScreen(code: string, message: string): Scene {
  const program = ['N110 G54 G90', 'N120 T07 M06', 'N130 S8000 M03', 'N140 G00 X12.5 Y40.0', 'N150 G43 H07 Z50.0'];
  return scene(
    1400,
    1050,
    sheet(0, 0, 1400, 1050, '#3c4247') +
      cornerScrews(1400, 1050) +
      `<rect x="90" y="90" width="1220" height="780" rx="8" fill="#0b1320"/><rect x="110" y="110" width="1180" height="90" fill="#20406e"/>` +
      text(140, 172, 54, 'CORVANE  SP-24', { bold: true, fill: '#fff' }) +
      text(1260, 172, 46, 'AUTO', { anchor: 'end', fill: '#ffe14d', bold: true }) +
      `<rect x="110" y="225" width="1180" height="160" fill="#b3161b"/>` +
      text(140, 295, 62, code, { bold: true, fill: '#fff', mono: true }) +
      text(140, 362, 54, message, { bold: true, fill: '#fff' }) +
      program.map((line, i) => text(140, 460 + i * 66, 46, line, { mono: true, fill: i === 1 ? '#ffe14d' : '#9fd8a4' })).join('') +
      text(820, 480, 46, 'X    12.500', { mono: true, fill: '#e6edf5' }) +
      text(820, 556, 46, 'Y    40.000', { mono: true, fill: '#e6edf5' }) +
      text(820, 632, 46, 'Z   312.840', { mono: true, fill: '#e6edf5' }) +
      `<rect x="110" y="800" width="1180" height="52" fill="#16263d"/>` +
      [0, 1, 2, 3, 4].map((i) => key(130 + i * 235, 910, 190, 90, `F${i + 1}`)).join(''),
  );
}
