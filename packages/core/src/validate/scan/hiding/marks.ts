/** More marks on one letter than any language uses. */
const FLOOD = /\p{M}{9}/u;

export function hasMarkFlood(text: string): boolean {
  return FLOOD.test(text);
}
