import type { Digest, JsonObject } from '@toolmark/core';

/** Tools that somebody else has found to be bad, asked before every call. */
export interface Advisories {
  /** Why the tool must not be called now. */
  refusalOf(server: string, tool: JsonObject, digest: Digest): string | undefined;
  /** Tells whenever another list counts from now on. */
  onChange?(listener: () => void): void;
}
