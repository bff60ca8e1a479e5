import { type Digest, pythonForm, sha256 } from '../base/index.ts';
import type { ToolDocument } from '../describe/index.ts';

/** A tool of a publisher, by the version that is shown; a version under quarantine is one too. */
export interface PublishedTool {
  /** The `contentDigest`: the same tool under two names is one. */
  readonly digest: string;
  /** Of the first version, in milliseconds since 1970. */
  readonly publishedAt: number;
  readonly quarantined: boolean;
}

const ESTABLISHED_AFTER_MS = 30 * 86_400_000;

/** Tools that speak for their publisher: distinct, published more than 30 days ago, and not quarantined anywhere. */
export function countEstablished(tools: readonly PublishedTool[], now: Date): number {
  const before = now.getTime() - ESTABLISHED_AFTER_MS;
  const bad = new Set(tools.filter(tool => tool.quarantined).map(tool => tool.digest));
  const old = tools.filter(tool => tool.publishedAt < before && !bad.has(tool.digest));
  return new Set(old.map(tool => tool.digest)).size;
}

/**
 * Identifies a tool by its description and parameters, not by its name. Uses the Python form, because documents of schema 1.0
 * may hold integers that have no canonical form.
 */
export function contentDigest({ tool }: ToolDocument): Digest {
  return sha256(pythonForm({ description: tool.description, parameters: tool.parameters }));
}
