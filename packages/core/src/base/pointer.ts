/** RFC 6901: the pointer to one member or item below another pointer. */
export function child(pointer: string, key: string | number): string {
  if (typeof key === 'number') return `${pointer}/${key}`;
  const isPlain = !key.includes('/') && !key.includes('~');
  return `${pointer}/${isPlain ? key : key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The keys a pointer is made of, unescaped. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
