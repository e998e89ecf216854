// A process that writes cases until it is killed. Tells on standard output which ids were acknowledged.
import { openLanceMemoryStore } from '../../src/main/memory/lancedb/lancedb-memory-store.ts';
import { createMemoryWriter } from '../../src/main/memory/remember.ts';
import { acquireLock } from '../../src/main/platform/file-lock.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { openWriteJournal } from '../../src/main/platform/write-journal.ts';
import { createHashEmbedder, imageIdentity, imageVector, masked, testCuts, textIdentity } from './memory-units.ts';

const [dir = '', from = '0'] = process.argv.slice(2);
await acquireLock(`${dir}/writer.lock`);
const store = await openLanceMemoryStore({ dir: `${dir}/memory`, textEmbedder: textIdentity, imageEmbedder: imageIdentity });
const journal = await openWriteJournal(`${dir}/journal`);
const writer = createMemoryWriter({
  store,
  journal,
  textEmbedder: createHashEmbedder(),
  imageEmbedderId: imageIdentity.id,
  photosDir: `${dir}/photos`,
  thumbnailsDir: `${dir}/thumbnails`,
  cuts: testCuts,
  clock: systemClock,
});
const replayed = await writer.replay();
process.stdout.write(`ready ${replayed}\n`);
for (let at = Number(from); ; at += 1) {
  const input = {
    kind: 'solved-case' as const,
    text: masked(`machine number ${at} stopped, word${at} seen on unit ${at * 7}`),
    resolution: masked(`replaced part 88${at}-A${at}`),
    photos: [
      {
        jpeg: Buffer.from(`photo ${at}`),
        role: 'fault' as const,
        width: 4,
        height: 4,
        description: masked(`Text: F-${at}`),
        imageVector: imageVector(at % 8),
      },
    ],
    equipment: masked(`EQ-${at}`),
    asset: masked(''),
    workOrder: masked(''),
    source: { system: 'kill', id: masked(`${at}`) },
  };
  // Every third one in the background: acknowledged as soon as it is in the journal.
  if (at % 3 === 0) await writer.writeLater(input);
  else await writer.remember(input);
  process.stdout.write(`done ${at}\n`);
  if (at % 10 === 9) await store.compact();
}
