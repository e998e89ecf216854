/** The reader of this folder stands in the app, which ships without TypeScript files beside it. */
export { readSampleWorkspace, sampleCaseSchema, type SampleCase, type SampleFiles } from '../src/main/app/read-sample-workspace.ts';
