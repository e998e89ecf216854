import { normaliseCode } from '../domain/code.ts';
import type { DeskCode } from '../diagnosis/photo-desk.ts';
import type { MemoryStore } from '../memory/memory-store.ts';
import { literal } from '../privacy/masked.ts';
import type { RecordStore } from '../records/record-store.ts';

/** What may name a machine on a label: the whole text, its parts and its words (`https://plant/assets/HPU-07`, `ASSET:HPU 07`). */
function candidates(text: string): string[] {
  return [text, ...text.split(/[:=/?&#;,|\n]+/).slice(0, 20), ...(text.match(/[A-Z0-9][A-Z0-9._-]{2,31}/gi) ?? []).slice(0, 20)]
    .map(normaliseCode)
    .filter((code) => code.length >= 3);
}

/** The machine that the text of a QR or bar code names, when the cases or the work orders know it. Compared in normalised form. */
export async function findKnownAsset(
  text: string,
  stores: { readonly memory: MemoryStore; readonly records: RecordStore },
): Promise<DeskCode['asset']> {
  const wanted = candidates(text);
  const machines = new Map((await stores.memory.assets()).map((machine) => [normaliseCode(machine.asset), machine]));
  for (const code of wanted) {
    const machine = machines.get(code);
    if (machine !== undefined) return machine;
  }
  const recorded = new Map((await stores.records.assets()).map((asset) => [normaliseCode(asset), asset]));
  for (const code of wanted) {
    const asset = recorded.get(code);
    if (asset !== undefined) return { asset, equipment: literal('') };
  }
  return null;
}
