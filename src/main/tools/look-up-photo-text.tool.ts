import { z } from 'zod';
import type { Evidence } from '../domain/evidence.ts';
import { detectLanguage } from '../domain/language.ts';
import { fieldNames } from '../domain/photo.ts';
import { maskedText } from '../privacy/masked.ts';
import { nothingFound, summarise } from './summarise.ts';
import type { ToolDependencies } from './tool-dependencies.ts';
import { defineTool, type Tool } from './tool.ts';

export default ({ masker }: ToolDependencies): Tool =>
  defineTool({
    name: 'look_up_photo_text',
    description: 'Look up what was read on the photos: a field such as the serial number, or lines that hold a word.',
    parameters: z.object({
      field: z.enum(fieldNames).optional().describe('field to look up'),
      word: z
        .string()
        .regex(/^[\p{L}\p{N}][\p{L}\p{N} ./_-]{0,39}$/u)
        .optional()
        .describe('word on the photo'),
    }),
    needs: ['photo-reading'],
    gives: ['photo-reading'],
    scenarios: [
      'What does the nameplate say?',
      'Which serial number is on the photo?',
      'Read the display',
      '铭牌上写的什么？',
      '照片里的序列号是多少',
    ],
    costMs: 1,
    permission: 'none',
    cacheable: false,
    choices: (facts) => ({ field: [...new Set(facts.photos.flatMap((photo) => photo.fields.map((field) => field.name)))] }),
    async run({ field, word }, { facts }) {
      const evidence: Evidence[] = [];
      const lines = facts.photos.flatMap((photo, index) => {
        const needle = word?.normalize('NFKC').toLowerCase();
        const fields = photo.fields
          .filter((item) => field === undefined || item.name === field)
          .filter((item) => needle === undefined || item.value.toLowerCase().includes(needle));
        const texts = photo.ocr.filter((line) =>
          needle === undefined ? field === undefined : line.text.normalize('NFKC').toLowerCase().includes(needle),
        );
        const found = [...fields.map((item) => masker.mask(`${item.name}: ${item.value}`).text), ...texts.map((line) => line.text)];
        if (found.length === 0) return [];
        const mean = [...fields, ...texts].reduce((sum, item) => sum + item.confidence, 0) / found.length;
        evidence.push({
          id: `P-${index + 1}`,
          kind: 'photo',
          title: maskedText`Photo ${index + 1}`,
          text: photo.description,
          score: Math.min(1, Math.max(0, mean)),
          language: detectLanguage(photo.description),
          cautions: [],
        });
        return found.map((line) => maskedText`[P-${index + 1}] ${line}`);
      });
      if (lines.length === 0) return { found: false, summary: nothingFound, evidence: [] };
      return { found: true, summary: summarise(lines, masker), evidence };
    },
  });
