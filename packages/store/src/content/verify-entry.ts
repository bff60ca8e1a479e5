/** Compares an entry with its manifest. Throws `store.changed` or `store.damaged`. */
export async function verifyEntry(_entry: string, _depth: 'quick' | 'full'): Promise<void> {
  throw new Error('not written yet');
}
