import { type Digest, pythonForm, sha256 } from '../base/index.ts';
import type { ToolDocument } from '../describe/index.ts';

/**
 * What a tool is, whatever it is called: its description and parameters. The Python form, because documents of schema 1.0
 * may hold integers that have no canonical form.
 */
export function contentDigest({ tool }: ToolDocument): Digest {
  return sha256(pythonForm({ description: tool.description, parameters: tool.parameters }));
}
