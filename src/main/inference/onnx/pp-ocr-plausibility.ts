/**
 * Words that stand on machines, displays and nameplates. They only help to tell a text from the same text upside
 * down, so completeness does not matter.
 */
const knownWords = new Set(
  `error err fault alarm warning code fail failed failure stop start run ready reset trip hold standby emergency on off ok
  model type serial number no part pn sn date made in voltage current power speed torque pressure temp temperature flow level
  volt amp watt rpm bar max min set input output phase frequency motor pump valve drive compressor inverter controller sensor
  battery charger conveyor boiler chiller fan filter oil water air gas steam heater cooler unit system machine asset id
  door open closed lock high low overload overheat overcurrent overvoltage undervoltage short circuit ground earth leak
  service maintenance check replace manual auto mode menu enter exit test display press danger caution hot rated class
  insulation duty ip hz kw company ltd inc gmbh co rev ver version lot made china germany japan the and for of to with not
  do from see is at before after only use read line main`.split(/\s+/),
);

/** `E-204`, `F07`, `AL12`, `HP-40`, `ATV320`: letters first, then digits. */
const code = /^[A-Z]{1,5}[-.\s]?\d{1,6}[A-Z]?$/;
/** `78°C`, `24V`, `1450rpm`, `5.2bar`. */
const measure =
  /^[-+]?\d+(?:[.,]\d+)?\s?(?:°?[CF]|%|V|A|W|kW|Hz|kHz|bar|mbar|MPa|kPa|psi|rpm|r\/min|mm|cm|m|kg|g|L|l|s|min|h|Ah|VA|kVA|Nm|N·m|Ω|mA|kV|mV)$/;

function wordPlausibility(word: string): number {
  const lower = word.toLowerCase();
  if (/^\p{Script=Han}+$/u.test(word)) return 0.8;
  if (knownWords.has(lower)) return word.length >= 3 ? 1 : 0.6;
  if (/^\d+$/.test(word)) return 0.55;
  if (code.test(word)) return 0.85;
  // A small letter before a capital is what turned digits and letters look like: hOZ, dWnd, lS.
  if (/\p{Ll}\p{Lu}/u.test(word)) return 0.1;
  if (/^\p{L}+$/u.test(word)) {
    const cased = /^(?:\p{Lu}?\p{Ll}+|\p{Lu}+)$/u.test(word);
    if (word.length >= 6 && [...knownWords].some((known) => known.length >= 5 && lower.includes(known))) return 0.95;
    if (word.length >= 4 && !/[aeiouy]/.test(lower)) return 0.2;
    return cased ? 0.6 : 0.3;
  }
  if (/\p{Ll}/u.test(word) && /\d/.test(word)) return 0.2;
  return 0.45;
}

/** How much a text looks like something that is printed on a machine, 0–1; for choosing between two readings only. */
export function textPlausibility(text: string): number {
  const whole = text.trim();
  if (whole === '') return 0;
  if (code.test(whole)) return 0.95;
  if (measure.test(whole)) return 0.85;
  const words = whole.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return 0.05;
  let sum = 0;
  let length = 0;
  for (const word of words) {
    sum += wordPlausibility(word) * word.length;
    length += word.length;
  }
  const signs = [...whole].filter((character) => !/[\p{L}\p{N}\s:：.\-/,()]/u.test(character)).length;
  return Math.max(0, sum / length - 0.1 * signs);
}
