import { EfficientNetImageEmbedder } from '../../src/main/inference/onnx/efficientnet-image-embedder.ts';
import { E5TextEmbedder } from '../../src/main/inference/onnx/e5-text-embedder.ts';
import { openLanceMemoryStore } from '../../src/main/memory/lancedb/lancedb-memory-store.ts';
import { makeUnit } from './memory-units.ts';

const batch = 5_000;
const faults = [
  'oil over temperature',
  'bearing noisy',
  'belt slips',
  'motor does not start',
  'pressure too low',
  'drive trips on overcurrent',
  '液压油温过高',
  '轴承异响',
];
const machines = Array.from({ length: 40 }, (_, at) => `${['HP', 'UB', 'CB', 'FX'][at % 4]}-${10 + at}`);

/** Numbers that look random and are the same in each run. */
function createRandom(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Fills a memory folder through the store's own port in large batches; no embedder runs, so vectors mean nothing. */
export async function fillMemory(dir: string, count: number): Promise<void> {
  const [textEmbedder, imageEmbedder] = [E5TextEmbedder.identity, EfficientNetImageEmbedder.identity];
  await using store = await openLanceMemoryStore({ dir, textEmbedder, imageEmbedder });
  const random = createRandom();
  const vector = () => {
    const values = Float32Array.from({ length: textEmbedder.dimensions }, () => random() - 0.5);
    const length = Math.hypot(...values);
    return values.map((value) => value / length);
  };
  for (let start = 0; start < count; start += batch) {
    await store.upsert(
      Array.from({ length: Math.min(batch, count - start) }, (_, offset) => {
        const at = start + offset;
        const [machine = '', fault = ''] = [machines[at % machines.length], faults[at % faults.length]];
        const unit = makeUnit({
          text: `${machine} ${fault}, fault E-${100 + (at % 900)}, line ${at % 17}`,
          title: `${machine}: ${fault} no. ${at}`,
          resolution: `Replaced part ${8000 + (at % 999)}-A`,
          equipment: machine,
          importance: 1 + (at % 5),
          madeAt: new Date(Date.UTC(2018, 0, 1) + at * 2_400_000).toISOString(),
        });
        return { unit, textVector: vector(), textEmbedder: textEmbedder.id, imageVector: null, imageEmbedder: imageEmbedder.id };
      }),
    );
  }
  await store.compact();
}
