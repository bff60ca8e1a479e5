import {
  bytesIn,
  type ExactJson,
  type Finding,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  type ReadOnce,
  refusalIn,
  valueIn,
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
  /** The timestamp as it is written. */
  readonly claimedTime: string;
  /** Canonical base64 is one-to-one with the DER, so this text identifies the certificate. */
  readonly certificate: string;
  readonly chain: readonly string[];
}

export interface NotSigned {
  readonly type: 'unsigned' | 'malformed';
  readonly findings: readonly Finding[];
}

/** Reads a document up to the point where there is a signature to check. */
export function readSignedDocument(file: Uint8Array | ReadOnce): SignedDocument | NotSigned {
  const read = tryRead(file);
  if ('finding' in read) return malformed([read.finding]);
  const document = read.value;
  const tool = isJsonObject(document) ? member(document, 'tool') : undefined;
  // The name keeps what was signed as one kind of thing from being passed off as the tool of another document.
  if (!isJsonObject(document) || !isJsonObject(tool) || typeof member(tool, 'name') !== 'string') {
    return malformed([fault('signature.not-a-document', 'This is not a tool document: it has no tool.', '')]);
  }
  const block = member(tool, 'signature');
  if (block === undefined) return { type: 'unsigned', findings: [unsigned()] };
  const version = member(document, 'schema_version');
  if (version !== '1.0' && version !== '1.1') return malformed([unknownVersion(version)]);
  if (!isJsonObject(block)) return malformed([fault('signature.malformed', 'Expected an object here.', AT)]);
  const parts = readBlock(block, version);
  return 'findings' in parts
    ? malformed(parts.findings)
    : { type: 'signed', bytes: bytesIn(file), version, document, tool, block, ...parts };
}

export const AT = '/tool/signature';

function tryRead(file: Uint8Array | ReadOnce): { readonly value: Json } | { readonly finding: Finding } {
  try {
    return { value: valueIn(file) };
  } catch (error) {
    const { code, message, pointer = '' } = refusalIn(error);
    return { finding: fault(code, message, pointer) };
  }
}

const MEMBERS = ['algorithm', 'signature', 'certificate', 'timestamp'];
const MAX_CHAIN = MAX_PATH_LENGTH - 2;

type Parts = Pick<SignedDocument, 'algorithm' | 'signature' | 'timestamp' | 'claimedTime' | 'certificate' | 'chain'>;

/** The certificates stay text here: most of them are known already, and known texts are not decoded again. */
function readBlock(block: JsonObject, version: '1.0' | '1.1'): Parts | { readonly findings: readonly Finding[] } {
  const { algorithm, signature: text, certificate, timestamp: time } = block;
  if (!isText(algorithm) || !isText(text) || !isText(certificate) || !isText(time)) {
    return { findings: MEMBERS.filter(name => !isText(member(block, name))).map(noText) };
  }
  const signature = decodeBase64(text);
  const timestamp = parseTimestamp(time);
  const chain = version === '1.1' ? (member(block, 'chain') ?? []) : [];
  const unknown =
    version === '1.1' ? Object.keys(block).filter(name => name !== 'chain' && !MEMBERS.includes(name)) : [];
  if (
    signature === undefined ||
    signature.length === 0 ||
    timestamp === undefined ||
    unknown.length > 0 ||
    !isChain(chain)
  ) {
    const findings = [
      ...(signature === undefined || signature.length === 0 ? [notBase64(`${AT}/signature`)] : []),
      ...(timestamp === undefined ? [noTime()] : []),
      ...unknown.map(unknownMember),
      ...findChainErrors(chain),
    ];
    return { findings };
  }
  return { algorithm, signature, timestamp, claimedTime: time, certificate, chain };
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string';
}

function isChain(chain: Json): chain is readonly string[] {
  return Array.isArray(chain) && chain.length <= MAX_CHAIN && chain.every(isText);
}

function findChainErrors(chain: Json): Finding[] {
  if (isChain(chain)) return [];
  if (!Array.isArray(chain) || !chain.every(isText)) {
    return [fault('signature.malformed', 'Expected a list of certificates.', `${AT}/chain`)];
  }
  const message = `The chain has ${chain.length} certificates; at most ${MAX_CHAIN} can lead to a root.`;
  return [fault('certificate.path-too-long', message, `${AT}/chain`)];
}

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

function parseTimestamp(text: string): Date | undefined {
  const time = new Date(RFC_3339.test(text) ? text : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function noText(name: string): Finding {
  return fault('signature.malformed', `Expected a text as ${name}.`, `${AT}/${name}`);
}

function notBase64(pointer: string): Finding {
  return fault('signature.base64', NOT_BASE64, pointer);
}

export const NOT_BASE64 = 'Expected canonical base64: no line breaks, no other alphabet, full padding.';

function noTime(): Finding {
  const message = 'Expected a time with a zone, such as 2026-01-31T12:00:00Z.';
  return fault('signature.timestamp-malformed', message, `${AT}/timestamp`);
}

/** Schema 1.1 is ours: a member we do not know may change what the signature means (D7). */
function unknownMember(name: string): Finding {
  return fault('signature.malformed', `The member ${quoteInert(name)} is not known here.`, AT);
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
