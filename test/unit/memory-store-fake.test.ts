import { createFakeMemoryStore } from '../support/fake-memory-store.ts';
import { describeMemoryStore } from '../support/memory-store-suite.ts';
import { imageIdentity, textIdentity } from '../support/memory-units.ts';

describeMemoryStore('in memory', async () => createFakeMemoryStore(textIdentity, imageIdentity));
