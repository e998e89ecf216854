import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCtc } from '../../src/main/inference/onnx/pp-ocr-ctc.ts';

const keys = ['A', 'B', '2', '-'];
const classes = keys.length + 2;

/** Softmax rows: each step names its class and probability; the rest is shared among the others. */
function rows(steps: readonly (readonly [key: number, probability: number])[]): Float32Array {
  return Float32Array.from(
    steps.flatMap(([key, probability]) =>
      Array.from({ length: classes }, (_, at) => (at === key ? probability : (1 - probability) / (classes - 1))),
    ),
  );
}

const decode = (steps: readonly (readonly [number, number])[]) => decodeCtc(rows(steps), 0, steps.length, classes, keys);

describe('CTC decoding', () => {
  it('drops repeats and blanks, and keeps a doubled letter that a blank parts', () => {
    expect(
      decode([
        [1, 0.9],
        [1, 0.95],
        [0, 0.9],
        [1, 0.99],
        [2, 0.9],
      ]).text,
    ).toBe('AAB');
  });

  it('marks the characters that were read with little certainty, at their place in the text', () => {
    const { text, doubtful, confidence } = decode([
      [1, 0.99],
      [0, 0.9],
      [3, 0.6],
      [0, 0.9],
      [2, 0.99],
    ]);
    expect(text).toBe('A2B');
    expect(doubtful).toEqual([1]);
    expect(confidence).toBeCloseTo((0.99 + 0.6 + 0.99) / 3, 5);
  });

  it('takes the class after the last key as a blank, and trims it at both ends', () => {
    expect(
      decode([
        [5, 0.9],
        [1, 0.9],
        [5, 0.9],
        [2, 0.9],
        [5, 0.9],
      ]).text,
    ).toBe('A B');
  });

  it('puts a blank where a gap is far wider than between the other characters, and shifts the doubtful marks', () => {
    const gap: [number, number][] = Array.from({ length: 8 }, () => [0, 0.9]);
    const result = decode([[1, 0.9], [0, 0.9], [2, 0.9], [0, 0.9], [1, 0.9], ...gap, [3, 0.5], [0, 0.9], [4, 0.9], [0, 0.9], [3, 0.9]]);
    expect(result.text).toBe('ABA 2-2');
    expect(result.doubtful).toEqual([4]);
  });

  it('never parts Chinese characters, which are wider than Latin ones', () => {
    const wide: [number, number][] = Array.from({ length: 6 }, () => [0, 0.9]);
    const data = [[1, 0.9], [0, 0.9], [2, 0.9], [0, 0.9], [1, 0.9], ...wide, [3, 0.9], ...wide, [4, 0.9]] as [number, number][];
    expect(decodeCtc(rows(data), 0, data.length, classes, ['A', 'B', '型', '号']).text).toBe('ABA型号');
  });

  it('gives an empty text and no confidence for blanks alone', () => {
    expect(
      decode([
        [0, 0.9],
        [0, 0.9],
      ]),
    ).toEqual({ text: '', confidence: 0, doubtful: [] });
  });

  it('reads a line of a batch at its offset', () => {
    const data = rows([
      [1, 0.9],
      [2, 0.9],
      [3, 0.9],
      [4, 0.9],
    ]);
    expect(decodeCtc(data, 2 * classes, 2, classes, keys).text).toBe('2-');
  });

  it('writes back any text whose characters are parted by blanks', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 30 }), (indexes) => {
        const result = decode(
          indexes.flatMap((index): [number, number][] => [
            [index, 0.9],
            [0, 0.9],
          ]),
        );
        expect(result.text).toBe(indexes.map((index) => keys[index - 1]).join(''));
        expect(result.doubtful).toEqual([]);
      }),
    );
  });
});
