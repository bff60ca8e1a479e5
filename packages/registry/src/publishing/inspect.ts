import {
  contentDigest,
  type Finding,
  hasErrors,
  indexEntry,
  type JsonObject,
  parseToolDocument,
  penaltyOf,
  quoteInert,
  ReadOnce,
  scan,
  sha256,
  ToolmarkError,
  toMcpTool,
  toolDigest,
  type VerifyResult,
  validate,
} from '@toolmark/core';
import type { Principal } from '../accounts/principal.ts';
import type { Registry } from '../registry.ts';
import { type ShownFacts, shownFacts } from '../tools/shown-facts.ts';
import { verifierFor } from './verifier-for.ts';

/** Everything about a document that does not depend on what others have published. */
export interface Inspected {
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly toolDigest: string;
  readonly content: string;
  readonly verification: JsonObject;
  readonly facts: ShownFacts;
  readonly penalty: number;
  readonly findings: readonly Finding[];
}

/** Room for a tool with a very large schema. */
export const MAX_DOCUMENT_BYTES = 1_048_576;

export interface InspectOptions {
  /** `optional`: what nobody signed, or nobody known here, is taken too. What breaks its own signature never is. */
  readonly signature: 'demanded' | 'optional';
}

/** Reads, validates and verifies what somebody wants to publish. Throws `publish.*` with every finding. */
export async function inspect(
  registry: Registry,
  principal: Principal,
  bytes: Uint8Array,
  { signature }: InspectOptions = { signature: 'demanded' },
): Promise<Inspected> {
  if (bytes.length > MAX_DOCUMENT_BYTES) throw tooLarge();
  const file = new ReadOnce(bytes);
  const now = registry.now();
  const findings = validateFile(file, now);
  const document = parseToolDocument(file);
  const verification = await verifyFile(registry, principal, file, signature);
  const tool = toMcpTool(document);
  const report = scan([{ server: principal.id, snapshot: { tools: [tool] } }], { now });
  const found = report.servers.flatMap(server => server.findings);
  return {
    name: document.tool.name,
    version: document.tool.version,
    digest: sha256(bytes),
    toolDigest: toolDigest(tool),
    content: contentDigest(document),
    verification,
    facts: shownFacts(indexEntry(document)),
    penalty: penaltyOf(found),
    findings: [...findings, ...found],
  };
}

function validateFile(file: ReadOnce, now: Date): readonly Finding[] {
  const { kind, findings } = validate(file, { now });
  if (hasErrors(findings)) throw invalid(findings);
  if (kind === 'tool-document') return findings;
  throw new ToolmarkError(
    'publish.not-a-document',
    'This is not a tool document. Only tool documents are published here.',
  );
}

/** Who signed it is part of what is published; the findings against it are for the publisher alone. */
async function verifyFile(
  registry: Registry,
  principal: Principal,
  file: ReadOnce,
  signature: InspectOptions['signature'],
): Promise<JsonObject> {
  const verifier = await verifierFor(registry, principal.id);
  const result = await verifier.verify(file, { now: registry.now() });
  const { outcome, profile, uncovered, signer } = result;
  if (signature === 'optional' && UNPROVEN.includes(outcome)) return { outcome };
  if (outcome !== 'trusted') throw refusedSignature(result);
  // Texts and lists of texts, and nothing is missing where it is trusted: JSON as it stands.
  return { outcome, profile, uncovered, signer } as unknown as JsonObject;
}

/** Outcomes that say nothing against a document, and nothing for it. */
const UNPROVEN: readonly VerifyResult['outcome'][] = ['unsigned', 'untrusted', 'expired'];

const SIGNATURE_CODES: Readonly<Record<VerifyResult['outcome'], string>> = {
  trusted: 'publish.untrusted',
  unsigned: 'publish.unsigned',
  invalid: 'publish.tampered',
  malformed: 'publish.tampered',
  untrusted: 'publish.untrusted',
  revoked: 'publish.untrusted',
  expired: 'publish.untrusted',
};

function refusedSignature({ outcome, findings }: VerifyResult): ToolmarkError {
  const message = `The signature is ${outcome}. Sign with a certificate that is registered for this publisher.`;
  return new ToolmarkError(SIGNATURE_CODES[outcome], message, { findings });
}

function invalid(findings: readonly Finding[]): ToolmarkError {
  const first = findings.find(({ severity }) => severity === 'error');
  const message = `The document breaks rules, the first at ${quoteInert(first?.pointer ?? '')}. Mend every finding.`;
  return new ToolmarkError('publish.invalid', message, { findings });
}

function tooLarge(): ToolmarkError {
  return new ToolmarkError('request.too-large', `A document has at most ${MAX_DOCUMENT_BYTES} bytes.`);
}
