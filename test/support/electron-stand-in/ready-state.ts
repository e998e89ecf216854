/** Whether `app` is ready: much of Electron may be used only before, or only after. */
export const readyState = { ready: false };

export function onlyBeforeReady(what: string): void {
  if (readyState.ready) throw new Error(`${what} can only be called before app is ready`);
}

export function onlyAfterReady(what: string): void {
  if (!readyState.ready) throw new Error(`${what} can only be called after app is ready`);
}

/** Refuses what is not on the list, so that a misspelt or unchecked option fails instead of being ignored. */
export function onlyKnown(what: string, given: object, known: readonly string[]): void {
  for (const key of Object.keys(given))
    if (!known.includes(key))
      throw new Error(`${what}: the stand-in does not know the option "${key}"; check it against Electron's documentation and add it`);
}
