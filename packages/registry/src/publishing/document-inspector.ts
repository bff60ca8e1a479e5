import {
  type Finding,
  hasErrors,
  type JsonObject,
  parseToolDocument,
  sha256,
  ToolmarkError,
  type TrustMaterial,
  toMcpTool,
  toolDigest,
  type VerifyResult,
  validate,
} from '@toolmark/core';
import { ReadOnce } from '@toolmark/core/json';
import { contentDigest, indexEntry, penaltyOf } from '@toolmark/core/registry';
import { scan } from '@toolmark/scan';
import { shownFacts } from '../tools/shown-facts.ts';
import type { Inspected, Inspector, ToInspect } from './inspector.ts';
import { Verifiers } from './verifiers.ts';

/** Inspects in the calling thread. */
export class DocumentInspector implements Inspector {
  readonly #verifiers: Verifiers;

  /** @param trust applies to every publisher. */
  constructor(trust: TrustMaterial) {
    this.#verifiers = new Verifiers(trust);
  }

  async inspect({ bytes, publisher, certificates, signature, now }: ToInspect): Promise<Inspected> {
    const file = new ReadOnce(bytes);
    const findings = validateFile(file, now);
    const document = parseToolDocument(file);
    const verified = await this.#verifiers.of(publisher, certificates).verify(file, { now });
    const verification = verificationOf(verified, signature);
    const tool = toMcpTool(document);
    const report = scan([{ server: publisher, snapshot: { tools: [tool] } }], { now });
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

  async close(): Promise<void> {}
}

function validateFile(file: ReadOnce, now: Date): readonly Finding[] {
  const { kind, findings } = validate(file, { now });
  if (hasErrors(findings)) throw invalid(findings);
  if (kind === 'tool-document') return findings;
  throw new ToolmarkError(
    'publish.not-a-document',
    'This is not a tool document. Only tool documents can be published here.',
  );
}

/** The signer is published with the tool; findings about the signature go to the publisher only. */
function verificationOf(result: VerifyResult, signature: ToInspect['signature']): JsonObject {
  const { outcome, profile, uncovered, signer } = result;
  if (signature === 'optional' && UNPROVEN.includes(outcome)) return { outcome };
  if (outcome !== 'trusted') throw refusedSignature(result);
  // Where the outcome is trusted, all members are present and plain JSON.
  return { outcome, profile, uncovered, signer } as unknown as JsonObject;
}

/** Outcomes that are evidence neither for nor against a document. */
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
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const message = `Invalid document: ${errors} ${errors === 1 ? 'error' : 'errors'}.`;
  return new ToolmarkError('publish.invalid', message, { findings });
}
