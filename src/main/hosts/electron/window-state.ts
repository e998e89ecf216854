import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomic } from '../../platform/write-file.ts';

const stateSchema = z.object({
  width: z.number().int().min(900).max(10_000),
  height: z.number().int().min(600).max(10_000),
  x: z.number().int().optional(),
  y: z.number().int().optional(),
  maximised: z.boolean(),
});
export type WindowState = z.infer<typeof stateSchema>;

const firstState: WindowState = { width: 1280, height: 820, maximised: false };

/** Where the window was; the first size when nothing (or nothing sensible) was kept. */
export async function loadWindowState(
  file: string,
  screens: readonly { x: number; y: number; width: number; height: number }[],
): Promise<WindowState> {
  let state: WindowState;
  try {
    state = stateSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return firstState;
  }
  const { x, y } = state;
  const visible =
    x !== undefined &&
    y !== undefined &&
    screens.some((s) => x + 100 > s.x && x + 100 < s.x + s.width && y >= s.y - 10 && y + 100 < s.y + s.height);
  return visible ? state : { width: state.width, height: state.height, maximised: state.maximised };
}

export async function saveWindowState(file: string, state: WindowState): Promise<void> {
  await writeFileAtomic(file, JSON.stringify(state), 'the settings folder');
}
