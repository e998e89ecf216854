// Who may know whom, as docs/architecture.md says. One rule for each room: all that is not on its list is forbidden.
const room = (name) => `^src/main/${name}(/|\\.ts$)`;

/** @type {Readonly<Record<string, readonly string[]>>} room → the other rooms that it may import */
const mayKnow = {
  domain: [],
  privacy: ['domain', 'inference', 'platform'],
  platform: ['domain', 'privacy'],
  inference: ['domain', 'privacy', 'platform'],
  catalog: ['domain', 'privacy', 'platform', 'inference'],
  perception: ['domain', 'privacy', 'platform', 'inference'],
  audit: ['domain', 'privacy', 'platform'],
  memory: ['domain', 'privacy', 'platform', 'inference'],
  knowledge: ['domain', 'privacy', 'platform', 'inference'],
  records: ['domain', 'privacy', 'platform', 'inference'],
  tools: ['domain', 'privacy', 'platform', 'inference', 'memory', 'knowledge', 'records'],
  toolfilter: ['domain', 'privacy', 'platform', 'inference', 'tools'],
  agent: ['domain', 'privacy', 'platform', 'inference', 'audit', 'memory', 'knowledge', 'records', 'tools', 'toolfilter'],
  diagnosis: ['domain', 'privacy', 'platform', 'inference', 'audit', 'agent', 'memory', 'perception', 'tools', 'knowledge', 'records'],
  report: ['domain', 'privacy', 'platform'],
};

const layers = Object.entries(mayKnow).map(([name, known]) => ({
  name: `layer-${name}`,
  comment: known.length === 0 ? `${name} knows no other room` : `${name} knows only ${known.join(', ')}`,
  severity: 'error',
  from: { path: room(name) },
  to: { path: '^src/', pathNot: [room(name), ...known.map(room)] },
}));

/** Native packages and those that run or decode with them: each has one folder that imports it. */
const vendors = {
  'node-llama-cpp': 'src/main/inference/llama/',
  'onnxruntime-node': 'src/main/inference/onnx/',
  sharp: 'src/main/inference/sharp/',
  'libheif-js': 'src/main/inference/sharp/',
  '@lancedb/lancedb': 'src/main/memory/lancedb/',
  'apache-arrow': 'src/main/memory/lancedb/',
};

const nativePackages = Object.entries(vendors).map(([name, folder]) => ({
  name: `native-${name}`,
  comment: `${name} is imported in ${folder} alone`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^${folder}` },
  to: { path: `(^|/)node_modules/${name}/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layers,
    ...nativePackages,
    {
      name: 'vendor-folders',
      comment: 'only the app knows the vendor folders; the other rooms see the ports',
      severity: 'error',
      from: { path: '^src/main/', pathNot: ['^src/main/app/', '^src/main/inference/(llama|onnx|sharp)/', '^src/main/memory/lancedb/'] },
      to: { path: ['^src/main/inference/(llama|onnx|sharp)/', '^src/main/memory/lancedb/'] },
    },
    {
      name: 'vendor-folders-apart',
      comment: 'one vendor folder does not know another',
      severity: 'error',
      from: { path: '^src/main/inference/(llama|onnx|sharp)/' },
      to: { path: '^src/main/inference/(llama|onnx|sharp)/', pathNot: '^src/main/inference/$1/' },
    },
    {
      name: 'electron-only-in-its-host',
      comment: 'the core is plain Node',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/main/index\\.ts$', '^src/main/hosts/electron/', '^src/preload/'] },
      to: { path: '(^|/)node_modules/electron/|^electron(/|$)' },
    },
    {
      name: 'renderer-imports-nothing-from-main',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: '^src/main/' },
    },
    {
      name: 'renderer-imports-types-of-the-contract',
      comment: 'from the preload side the renderer takes the types of the contract, nothing that runs',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: '^src/preload/', pathNot: '^src/preload/contract/' },
    },
    {
      name: 'renderer-imports-the-contract-as-types',
      comment: 'but for its vocabulary: lists of words that forms offer',
      severity: 'error',
      from: { path: '^src/renderer/' },
      to: { path: '^src/preload/contract/', pathNot: '^src/preload/contract/vocabulary\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-apart',
      comment: 'a feature does not import another',
      severity: 'error',
      from: { path: '^src/renderer/features/([^/]+)/' },
      to: { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    },
    {
      name: 'contract-knows-the-domain-alone',
      severity: 'error',
      from: { path: '^src/preload/contract/' },
      to: { path: '^src/', pathNot: ['^src/preload/contract/', '^src/main/domain/'] },
    },
    {
      name: 'hosts-apart',
      comment: 'a host never knows another',
      severity: 'error',
      from: { path: '^src/main/hosts/([^/]+)/' },
      to: { path: '^src/main/hosts/[^/]+/', pathNot: '^src/main/hosts/$1/' },
    },
    {
      name: 'rooms-do-not-know-the-hosts',
      severity: 'error',
      from: { path: '^src/main/(?!hosts/|index\\.ts|cli\\.ts|server\\.ts)' },
      to: { path: '^src/main/(hosts/|index\\.ts|cli\\.ts|server\\.ts)' },
    },
    {
      name: 'tests-stay-outside',
      comment: 'what ships does not import tests, scripts or examples',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts|examples)/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(electron|virtual:)' } },
    {
      name: 'no-dev-packages-in-the-core',
      comment: 'what the core imports must be among the dependencies that are installed with it',
      severity: 'error',
      from: { path: '^src/main/', pathNot: ['^src/main/index\\.ts$', '^src/main/hosts/electron/'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.core.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json'],
    },
    builtInModules: { add: ['node:sqlite'] },
  },
};
