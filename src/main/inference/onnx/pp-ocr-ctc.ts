export interface DecodedText {
  readonly text: string;
  /** Mean probability of the characters; 0 for an empty text. */
  readonly confidence: number;
  /** UTF-16 indexes of characters below the threshold. */
  readonly doubtful: readonly number[];
}

/** A character with less is shown as doubtful. */
export const doubtfulBelow = 0.8;
/**
 * A gap of this many times the usual advance is a blank that the weights left out: they were trained mostly on Chinese.
 * Less would tear words at their `w` and `m`. Chinese characters are wider than Latin ones and are never parted.
 */
const blankGap = 2.1;

function isParted(before: string, after: string, gap: number, usual: number): boolean {
  return /^[A-Za-z0-9]{2}$/.test(before + after) && gap > Math.max(3, usual * blankGap);
}

/**
 * Greedy CTC decoding of one line: the best class of each time step, repeats and blanks (class 0) dropped.
 * @param probabilities `[steps, classes]` softmax output, starting at `offset`
 * @param keys characters of classes 1…; the class after the last key is a space
 */
export function decodeCtc(
  probabilities: Float32Array,
  offset: number,
  steps: number,
  classes: number,
  keys: readonly string[],
): DecodedText {
  const characters: { text: string; probability: number; step: number }[] = [];
  let previous = 0;
  for (let step = 0; step < steps; step += 1) {
    const from = offset + step * classes;
    let best = 0;
    let probability = probabilities[from] as number;
    for (let at = 1; at < classes; at += 1) {
      const value = probabilities[from + at] as number;
      if (value > probability) {
        probability = value;
        best = at;
      }
    }
    if (best !== 0 && best !== previous) characters.push({ text: keys[best - 1] ?? ' ', probability, step });
    else if (best !== 0) {
      const last = characters[characters.length - 1];
      if (last !== undefined && probability > last.probability) last.probability = probability;
    }
    previous = best;
  }
  while (characters[0]?.text === ' ') characters.shift();
  while (characters[characters.length - 1]?.text === ' ') characters.pop();

  const gaps = characters.slice(1).map((character, at) => character.step - (characters[at] as { step: number }).step);
  const usual = gaps.length < 4 ? Infinity : ([...gaps].sort((a, b) => a - b)[gaps.length >> 1] as number);
  let text = '';
  let sum = 0;
  const doubtful: number[] = [];
  characters.forEach((character, at) => {
    const before = characters[at - 1];
    if (before !== undefined && isParted(before.text, character.text, gaps[at - 1] as number, usual)) text += ' ';
    if (character.probability < doubtfulBelow) doubtful.push(text.length);
    text += character.text;
    sum += character.probability;
  });
  return { text, confidence: characters.length === 0 ? 0 : sum / characters.length, doubtful };
}
