import { readJson } from '@toolmark/core';
import { schemaVersion } from '@toolmark/core/formats';

/** Whether signing made a document of schema 1.0 one of 1.1. Both have been read already. */
export function isUpgraded(document: Uint8Array, signed: Uint8Array): boolean {
  return schemaVersion(readJson(document)) === '1.0' && schemaVersion(readJson(signed)) === '1.1';
}

export const UPGRADED =
  'The document is now of schema 1.1; it was 1.0. "toolmark sign --profile etdi-document" keeps 1.0.\n';
