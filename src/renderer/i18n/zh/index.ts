import { diagnose } from './diagnose.ts';
import { house } from './house.ts';
import { memory } from './memory.ts';
import { shell } from './shell.ts';

export const zh = { shell, diagnose, memory, house };
