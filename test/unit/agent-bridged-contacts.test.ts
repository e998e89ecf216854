import { expect, it } from 'vitest';
import { defeatsProtection } from '../../src/main/memory/defeats-protection.ts';

it('tells a bridged contact from the part of that name, and sees no excuse in the next clause', () => {
  expect(defeatsProtection('用短接线把层门门锁触点短接，电梯先恢复运行，等备件。')).toBe(true);
  expect(defeatsProtection('门锁触点短接已拆除。')).toBe(false);
  expect(defeatsProtection('Contact bridge worn and bent. Replaced door lock DK-31.')).toBe(false);
});
