/** `NAME` or `NAME@VERSION`; names have no "@". */
export function splitTool(text: string): { readonly name: string; readonly version: string | undefined } {
  const at = text.indexOf('@');
  return at < 0 ? { name: text, version: undefined } : { name: text.slice(0, at), version: text.slice(at + 1) };
}
