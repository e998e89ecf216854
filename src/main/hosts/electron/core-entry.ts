import { runCore } from './core-process.ts';

// Entry of the core's own process (an Electron utility process). Arguments: the data folder or nothing, `--sample`.
const given = process.argv.slice(2);
const dataDir = given.find((argument) => !argument.startsWith('--'));
await runCore({ parent: process.parentPort, dataDir, sample: given.includes('--sample'), exit: (code) => process.exit(code) });
