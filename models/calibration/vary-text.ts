/** The same note as another hand would type it: without capitals and signs, with sentences turned round, with slips of the finger. */
export function varyText(text: string): string[] {
  const sentences = text.split(/(?<=[.;。；])\s*/u).filter((sentence) => sentence !== '');
  return [text.toUpperCase().replace(/[.,;:。，；：]/gu, ' '), [...sentences].reverse().join(' '), slip(text)];
}

/** Swaps two neighbours in every 40 characters. */
function slip(text: string): string {
  const characters = [...text];
  for (let at = 20; at + 1 < characters.length; at += 40) {
    [characters[at], characters[at + 1]] = [characters[at + 1] as string, characters[at] as string];
  }
  return characters.join('');
}
