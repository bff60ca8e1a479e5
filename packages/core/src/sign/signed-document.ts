import {
  type ExactJson,
  type Finding,
  hasErrors,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  readJson,
  ToolmarkError,
} from '../base/index.ts';
import { decodeBase64 } from './base64.ts';
import { fault } from './fault.ts';
import { MAX_PATH_LENGTH } from './find-paths.ts';

/** A document with a signature block that has its shape. Whether the signature holds is another question. */
export interface SignedDocument {
  readonly type: 'signed';
  readonly bytes: Uint8Array;
  readonly version: '1.0' | '1.1';
  readonly document: JsonObject;
  readonly tool: JsonObject;
  readonly block: JsonObject;
  readonly algorithm: string;
  readonly signature: Uint8Array;
  readonly timestamp: Date;
  /** Canonical base64 is one-to-one with the DER, so this text may stand for the certificate. */
  readonly certificate: string;
  readonly chain: readonly string[];
}

export interface NotSigned {
  readonly type: 'unsigned' | 'malformed';
  readonly findings: readonly Finding[];
}

/** Reads a document up to the point where there is a signature to check. */
export function readSignedDocument(bytes: Uint8Array): SignedDocument | NotSigned {
  const read = tryRead(bytes);
  if ('finding' in read) return malformed([read.finding]);
  const document = read.value;
  const tool = isJsonObject(document) ? member(document, 'tool') : undefined;
  // The name keeps what was signed as one kind of thing from being passed off as the tool of another document.
  if (!isJsonObject(document) || !isJsonObject(tool) || typeof member(tool, 'name') !== 'string') {
    return malformed([fault('signature.not-a-document', 'This is not a tool document: it names no tool.', '')]);
  }
  const block = member(tool, 'signature');
  if (block === undefined) return { type: 'unsigned', findings: [unsigned()] };
  const version = member(document, 'schema_version');
  if (version !== '1.0' && version !== '1.1') return malformed([unknownVersion(version)]);
  if (!isJsonObject(block)) return malformed([fault('signature.malformed', 'Expected an object here.', AT)]);
  const findings = findBlockErrors(block, version);
  if (hasErrors(findings)) return malformed(findings);
  return { type: 'signed', bytes, version, document, tool, block, ...partsOf(block, version) };
}

export const AT = '/tool/signature';

function tryRead(bytes: Uint8Array): { readonly value: Json } | { readonly finding: Finding } {
  try {
    return { value: readJson(bytes) };
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
    return { finding: fault(error.code, error.message, error.pointer ?? '') };
  }
}

const MEMBERS = ['algorithm', 'signature', 'certificate', 'timestamp'];
const MAX_CHAIN = MAX_PATH_LENGTH - 2;

function findBlockErrors(block: JsonObject, version: '1.0' | '1.1'): Finding[] {
  const findings = MEMBERS.filter(name => typeof member(block, name) !== 'string').map(name =>
    fault('signature.malformed', `Expected a text as ${name}.`, `${AT}/${name}`),
  );
  if (findings.length > 0) return findings;
  return [
    ...['signature', 'certificate'].flatMap(name => findBase64Error(member(block, name), `${AT}/${name}`)),
    ...findTimestampError(String(member(block, 'timestamp'))),
    ...(version === '1.1' ? [...findUnknownMembers(block), ...findChainErrors(member(block, 'chain'))] : []),
  ];
}

function findBase64Error(value: Json | undefined, pointer: string): Finding[] {
  const text = typeof value === 'string' ? value : '';
  if (text.startsWith('-----BEGIN')) {
    return [
      fault(
        'certificate.pem',
        'This is PEM where DER is meant. Write the base64 between the BEGIN and END lines, without line breaks.',
        pointer,
      ),
    ];
  }
  if (text !== '' && decodeBase64(text) !== undefined) return [];
  return [
    fault('signature.base64', 'Expected canonical base64: no line breaks, no other alphabet, full padding.', pointer),
  ];
}

function findTimestampError(text: string): Finding[] {
  if (parseTimestamp(text) !== undefined) return [];
  const message = 'Expected a time with a zone, such as 2026-01-31T12:00:00Z.';
  return [fault('signature.timestamp-malformed', message, `${AT}/timestamp`)];
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

function parseTimestamp(text: string): Date | undefined {
  const time = new Date(RFC_3339.test(text) ? text : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Schema 1.1 is ours: a member we do not know may change what the signature means (D7). */
function findUnknownMembers(block: JsonObject): Finding[] {
  return Object.keys(block)
    .filter(name => name !== 'chain' && !MEMBERS.includes(name))
    .map(name => fault('signature.malformed', `The member ${quoteInert(name)} is not known here.`, AT));
}

function findChainErrors(chain: Json | undefined): Finding[] {
  if (chain === undefined) return [];
  if (!Array.isArray(chain)) return [fault('signature.malformed', 'Expected a list of certificates.', `${AT}/chain`)];
  if (chain.length > MAX_CHAIN) {
    const message = `The chain has ${chain.length} certificates; at most ${MAX_CHAIN} can lead to a root.`;
    return [fault('certificate.path-too-long', message, `${AT}/chain`)];
  }
  return chain.flatMap((item, index) => findBase64Error(item, `${AT}/chain/${index}`));
}

type Parts = Pick<SignedDocument, 'algorithm' | 'signature' | 'timestamp' | 'certificate' | 'chain'>;

function partsOf(block: JsonObject, version: '1.0' | '1.1'): Parts {
  const text = (name: string): string => String(member(block, name));
  const chain = member(block, 'chain');
  return {
    algorithm: text('algorithm'),
    signature: decodeBase64(text('signature')) ?? new Uint8Array(),
    timestamp: parseTimestamp(text('timestamp')) ?? new Date(Number.NaN),
    certificate: text('certificate'),
    chain: version === '1.1' && Array.isArray(chain) ? chain.map(String) : [],
  };
}

function malformed(findings: readonly Finding[]): NotSigned {
  return { type: 'malformed', findings };
}

function unsigned(): Finding {
  return fault('signature.missing', 'The document has no signature. Sign it with "toolmark sign".', '/tool');
}

function unknownVersion(version: ExactJson | undefined): Finding {
  const shown = typeof version === 'string' ? quoteInert(version) : 'this';
  const message = `No signature is defined for schema version ${shown}; 1.0 and 1.1 are known.`;
  return fault('signature.schema-version', message, '/schema_version');
}
