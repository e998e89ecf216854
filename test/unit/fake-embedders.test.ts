import { createFakeImageEmbedder } from '../support/fake-image-embedder.ts';
import { createFakeTextEmbedder } from '../support/fake-text-embedder.ts';
import { describeImageEmbedder } from '../support/image-embedder-suite.ts';
import { describeTextEmbedder } from '../support/text-embedder-suite.ts';

describeTextEmbedder('fake text embedder', async () => createFakeTextEmbedder());
describeImageEmbedder('fake image embedder', async () => createFakeImageEmbedder());
