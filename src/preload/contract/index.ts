import { diagnoseContract } from './diagnose.ts';
import { houseContract } from './house.ts';
import { memoryContract } from './memory.ts';

/** The one contract between the window and the core, whatever carries it. */
export const contract = { diagnose: diagnoseContract, memory: memoryContract, ...houseContract };

export type * from './diagnose.ts';
export type * from './house.ts';
export type * from './memory.ts';
export type { Progress } from './common.ts';
