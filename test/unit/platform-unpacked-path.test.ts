import { expect, it } from 'vitest';
import { loadHere } from '../../src/main/catalog/probe-native.ts';
import { unpackedPath } from '../../src/main/platform/unpacked-path.ts';

it('reaches beside the archive what native code opens', () => {
  expect(unpackedPath('/opt/Fixlore/resources/app.asar/models/embedded/a.onnx', '/')).toBe(
    '/opt/Fixlore/resources/app.asar.unpacked/models/embedded/a.onnx',
  );
  expect(unpackedPath('C:\\F\\resources\\app.asar\\models\\a.onnx', '\\')).toBe('C:\\F\\resources\\app.asar.unpacked\\models\\a.onnx');
});

it.each(['/home/u/fixlore/models/embedded/a.onnx', '/x/app.asar.unpacked/models/a.onnx', '/x/my-app.asar/models/a', '/x/app.asar-old/a'])(
  'leaves %s alone',
  (path) => {
    expect(unpackedPath(path, '/')).toBe(path);
  },
);

it('loads a native part in its own process, and says of a missing one why', async () => {
  await expect(loadHere('sharp')).resolves.toMatchObject({ ok: true });
  const missing = await loadHere('fixlore-no-such-library');
  expect(missing.ok).toBe(false);
  expect(missing.stderr).toMatch(/fixlore-no-such-library/);
});
