import { FakeLanguageModel } from '../support/fake-language-model.ts';
import { describeLanguageModel } from '../support/language-model-suite.ts';

const counting = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
describeLanguageModel(
  'fake',
  async () =>
    new FakeLanguageModel({
      promptMs: 20,
      rule: (request) =>
        request.shape !== undefined ? null : /水泵/.test(JSON.stringify(request.messages)) ? '先停机检查轴承润滑。' : counting,
    }),
);
