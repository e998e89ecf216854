import { describe, expect, it } from 'vitest';
import type { TextEmbedder } from '../../src/main/inference/text-embedder.ts';

/** What every text embedder owes its callers; run on the fake and on each real one. `open` is called once and closed at the end. */
export function describeTextEmbedder(name: string, open: () => Promise<TextEmbedder>): void {
  describe(name, () => {
    let opened: Promise<TextEmbedder> | undefined;
    const embedder = (): Promise<TextEmbedder> => (opened ??= open());

    it('gives one vector of length 1 for each text, in the order given', async () => {
      const texts = ['oil leak', 'a much longer note about a gearbox that leaks oil at the output shaft', '漏油', 'pump', ''];
      const vectors = await (await embedder()).embed(texts, 'passage');
      expect(vectors).toHaveLength(texts.length);
      for (const [index, vector] of vectors.entries()) {
        expect(vector).toHaveLength((await embedder()).dimensions);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
        const [alone] = await (await embedder()).embed([texts[index] as string], 'passage');
        expect(cosineOf(vector, alone as Float32Array)).toBeGreaterThan(0.999);
      }
    });

    it('is the same each time', async () => {
      const [first] = await (await embedder()).embed(['belt slips'], 'query');
      const [second] = await (await embedder()).embed(['belt slips'], 'query');
      expect(second).toEqual(first);
    });

    it('folds capitals and full-width letters', async () => {
      const [plain, capitals, wide] = await (
        await embedder()
      ).embed(['error e-204 pump', 'ERROR E-204 PUMP', 'ｅｒｒｏｒ Ｅ－２０４ ｐｕｍｐ'], 'passage');
      expect(capitals).toEqual(plain);
      expect(wide).toEqual(plain);
    });

    it.each([
      ['oil leaks from the gearbox', ['gearbox leaks oil at the shaft', 'conveyor belt torn at the splice', 'cabinet lamp does not light']],
      ['减速机漏油', ['减速机输出轴漏油', '皮带接头撕裂', '配电柜指示灯不亮']],
    ])('puts the text about the same thing first: %s', async (question, texts) => {
      const [query] = await (await embedder()).embed([question], 'query');
      const passages = await (await embedder()).embed(texts, 'passage');
      const cosines = passages.map((passage) => cosineOf(query as Float32Array, passage));
      expect(Math.max(...cosines)).toBe(cosines[0]);
    });

    it('takes no text, very long text and broken characters', async () => {
      expect(await (await embedder()).embed([], 'query')).toEqual([]);
      const vectors = await (await embedder()).embed(['oil pump leak 更换 '.repeat(3000), 'lone \ud83d surrogate'], 'passage');
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
    });

    it('gives each of many callers at once the right vectors', async () => {
      const texts = Array.from({ length: 12 }, (_, index) => `machine number ${index} stands still`);
      const one = await embedder();
      const together = await Promise.all(texts.map((text) => one.embed([text], 'passage')));
      const batch = await one.embed(texts, 'passage');
      together.forEach(([vector], index) => expect(cosineOf(vector as Float32Array, batch[index] as Float32Array)).toBeGreaterThan(0.999));
    });

    it('stops when told, and works on afterwards', async () => {
      await expect((await embedder()).embed(['x'], 'query', AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
      expect(await (await embedder()).embed(['x'], 'query')).toHaveLength(1);
    });

    it('refuses work after it was closed, and may be closed twice', async () => {
      const one = await embedder();
      await one[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
      await expect(one.embed(['x'], 'query')).rejects.toMatchObject({ code: 'internal' });
    });
  });
}

export function cosineOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let dot = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let i = 0; i < a.length; i++) {
    dot += (a[i] as number) * (b[i] as number);
    lengthA += (a[i] as number) ** 2;
    lengthB += (b[i] as number) ** 2;
  }
  return dot / Math.sqrt(lengthA * lengthB);
}
