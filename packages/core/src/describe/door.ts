import {
  type Finding,
  findNonJson,
  hasErrors,
  inert,
  type Json,
  type ReadOptions,
  readJson,
  ToolmarkError,
} from '../base/index.ts';

/** What every `parseX` takes: bytes from outside, or a value that JavaScript code made and that must prove to be JSON. */
export function readInput(input: Uint8Array | unknown, code: string, limits: ReadOptions = {}): Json {
  if (input instanceof Uint8Array) return readJson(input, limits);
  refuseMalformed(findNonJson(input, 'json.not-json'), code, 'This value is not JSON');
  return input as Json;
}

/** Throws when any finding is an error; the message names the first few, the error carries them all. */
export function refuseMalformed(findings: readonly Finding[], code: string, what: string): void {
  if (!hasErrors(findings)) return;
  const reasons = findings.map(({ pointer, message }) => `${inert(pointer) || 'the whole'}: ${message}`);
  const shown = reasons.length > 5 ? [...reasons.slice(0, 5), `and ${reasons.length - 5} more`] : reasons;
  throw new ToolmarkError(code, `${what}. ${shown.join(' ')}`, { findings });
}
