import { decodeBase64, encodeBase64 } from '../base64.ts';
import { areEqual } from '../signed-structure.ts';
import type { LogProof } from './bundle.ts';
import type { Log } from './trusted-root.ts';

const SIGNATURE_LINE = /^\u2014 (\S{1,256}) ([A-Za-z0-9+/=]{1,1024})$/;
const MAX_SIGNATURES = 32;

/**
 * The checkpoint of a proof with only the signature line of a trusted log, or undefined where it has none or says
 * something else than the proof. The library makes a regular expression of the name in each line before it checks any
 * signature, so a line with a name that is not exactly that of a log never reaches it.
 */
export function checkpointOf(proof: LogProof, logs: readonly Log[]): string | undefined {
  const [body, signatures, ...others] = proof.checkpoint.split('\n\n');
  if (body === undefined || signatures === undefined || others.length > 0) return undefined;
  if (!isAbout(proof, body) || !signatures.endsWith('\n')) return undefined;
  const lines = signatures.slice(0, -1).split('\n');
  if (lines.length > MAX_SIGNATURES || !lines.every(line => SIGNATURE_LINE.test(line))) return undefined;
  const [own, ...more] = lines.filter(line => logs.some(log => isLineOf(log, line)));
  return own === undefined || more.length > 0 ? undefined : `${body}\n\n${own}\n`;
}

/** Size and root of the checkpoint are those of the proof, in one spelling. */
function isAbout({ treeSize, rootHash }: LogProof, body: string): boolean {
  const [, size, root] = body.split('\n');
  return size === treeSize && root === encodeBase64(rootHash);
}

function isLineOf({ name, checkpointId }: Log, line: string): boolean {
  const [, given, text = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = decodeBase64(text);
  return given === name && bytes !== undefined && areEqual(bytes.subarray(0, 4), checkpointId.subarray(0, 4));
}
