import { describe, expect, it } from 'vitest';
import { maskedFaults } from '../../../scripts/masked-rules.mjs';

describe('the rules on masked text', () => {
  it.each([
    ['const a = text as Masked;', 'cast'],
    ['return [text] as readonly Masked[];', 'cast in an array'],
    ['const a = (text as unknown) as Masked;', 'double cast'],
    ['const a = <Masked>text;', 'old cast'],
    ["import { fromStore } from '../privacy/masked.ts';", 'import'],
    ["import * as masked from '../privacy/masked.ts'; masked.fromStore(x);", 'import by another name'],
  ])('find %s (%s)', (line) => {
    expect(maskedFaults('src/main/agent/prompt.ts', `// a line\n${line}`)).toEqual([expect.stringContaining('src/main/agent/prompt.ts:2')]);
  });

  it('leave privacy alone, and fromStore to the stores', () => {
    expect(maskedFaults('src/main/privacy/masked.ts', 'return text as Masked;')).toEqual([]);
    const line = "import { fromStore } from '../privacy/masked.ts';";
    for (const file of [
      'src/main/memory/lancedb/rows.ts',
      'src/main/platform/write-journal.ts',
      'src/main/audit/audit-log.ts',
      'src/main/knowledge/x.ts',
      'src/main/records/x.ts',
    ])
      expect(maskedFaults(file, line)).toEqual([]);
    expect(maskedFaults('src/main/memory/recall.ts', line)).toHaveLength(1);
    expect(maskedFaults('src/main/memory/lancedb/rows.ts', 'return text as Masked;')).toHaveLength(1);
  });

  it('do not mind comments, types and schemas', () => {
    const fine = [
      '// text as Masked',
      '/* as Masked\n fromStore */',
      'const f = (text: Masked): Masked[] => [text];',
      'const s = z.custom<Masked>((value) => true);',
      'new Map<Masked, number>();',
    ];
    expect(maskedFaults('src/main/agent/prompt.ts', fine.join('\n'))).toEqual([]);
  });
});
