import type { KeyObject } from 'node:crypto';
import {
  type ExactJson,
  type ExactJsonObject,
  editJson,
  type Finding,
  findNonJson,
  hasErrors,
  isJsonObject,
  type Json,
  type JsonObject,
  jcs,
  type MemberEdit,
  pythonForm,
  readExactJson,
  readJson,
  ToolmarkError,
} from '../base/index.ts';
import { findDocumentErrors } from '../describe/index.ts';
import { encodeBase64 } from './base64.ts';
import { type Certificate, parseCertificate } from './certificate.ts';
import { checkPinned } from './check-path.ts';
import {
  encode,
  etdiDocumentPayload,
  etdiToolPayload,
  isExactObject,
  type Profile,
  toolmarkPayload,
} from './profile.ts';
import { type Algorithm, algorithmFor, etdiAlgorithmFor, makeSignature } from './scheme.ts';

export interface SigningIdentity {
  readonly key: KeyObject;
  /** In DER. */
  readonly certificate: Uint8Array;
  /** Intermediates in DER, the signer's issuer first. Schema 1.0 has no place for them. */
  readonly chain?: readonly Uint8Array[];
}

export interface SignOptions {
  readonly now: Date;
  /** `toolmark` by default, which makes a document of schema 1.0 one of 1.1. */
  readonly profile?: Profile;
}

/**
 * The document with a new signature in place of any old one. Bytes keep the layout of their author: what is signed is
 * their meaning (docs/spec/signature.md, section 2). A value is written in canonical form. Throws `document.malformed`, `signature.*` or `certificate.*` when that signature could never be trusted.
 */
export function signDocument(
  document: Uint8Array | Json,
  identity: SigningIdentity,
  { now, profile = 'toolmark' }: SignOptions,
): Uint8Array {
  const certificate = checkIdentity(identity, now);
  const algorithm = chooseAlgorithm(profile, certificate);
  const block = {
    algorithm: algorithm.label,
    certificate: encodeBase64(certificate.der),
    timestamp: `${now.toISOString().slice(0, 19)}Z`,
  };
  const signed =
    profile === 'toolmark'
      ? signWhole(readAs11(document), block, algorithm, identity)
      : signAsBorn(profile, readAs10(document), block, algorithm, identity);
  return document instanceof Uint8Array ? inLayoutOf(document, signed) : encode(signed.form);
}

/** A signed document: its one form, and how the author's text becomes it. */
interface Signed {
  readonly form: string;
  readonly edits: readonly MemberEdit[];
  formOf(bytes: Uint8Array): string;
}

/** Whatever is written says exactly what was signed; a text that does not is not used. */
function inLayoutOf(source: Uint8Array, { form, edits, formOf }: Signed): Uint8Array {
  const edited = encode(editJson(new TextDecoder().decode(source), edits));
  return formOf(edited) === form ? edited : encode(form);
}

interface Block extends JsonObject {
  readonly algorithm: string;
  readonly certificate: string;
  readonly timestamp: string;
}

function signWhole(document: JsonObject, block: Block, { scheme }: Algorithm, identity: SigningIdentity): Signed {
  const chain = (identity.chain ?? []).map(der => encodeBase64(parseCertificate(der).der));
  const signature = { ...block, ...(chain.length === 0 ? {} : { chain }) };
  const unsigned = withSignature(document, signature);
  const made = makeSignature(scheme, identity.key, encode(toolmarkPayload(unsigned)));
  const value = inOrder({ ...signature, signature: encodeBase64(made) });
  return {
    form: jcs(withSignature(document, value)),
    edits: [
      { path: ['schema_version'], value: '1.1' },
      { path: ['registry_info'], value: undefined },
      { path: ['tool', 'signature'], value },
    ],
    formOf: bytes => jcs(readJson(bytes)),
  };
}

function signAsBorn(
  profile: 'etdi-document' | 'etdi-tool',
  document: ExactJsonObject,
  block: Block,
  { scheme }: Algorithm,
  identity: SigningIdentity,
): Signed {
  const payload = profile === 'etdi-tool' ? etdiToolPayload(document) : etdiDocumentPayload(document);
  const signature = inOrder({
    ...block,
    signature: encodeBase64(makeSignature(scheme, identity.key, encode(payload))),
  });
  const tool = isExactObject(document.tool) ? document.tool : {};
  return {
    form: pythonForm({ ...document, tool: { ...tool, signature } }),
    edits: [{ path: ['tool', 'signature'], value: signature }],
    formOf: bytes => pythonForm(readExactJson(bytes)),
  };
}

/** In the order of the canonical form, whatever the layout: so the same block always has the same text. */
function inOrder(block: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(block).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function withSignature(document: JsonObject, signature: JsonObject): JsonObject {
  const tool = isJsonObject(document.tool) ? document.tool : {};
  return { ...document, tool: { ...tool, signature } };
}

/** Refuses a key or certificate that every verifier would reject. */
function checkIdentity({ key, certificate: der }: SigningIdentity, now: Date): Certificate {
  const certificate = parseCertificate(der);
  if (key.type !== 'private' || !certificate.x509.checkPrivateKey(key)) {
    throw new ToolmarkError('signature.wrong-key', 'The private key does not belong to the certificate.');
  }
  const [problem] = checkPinned(certificate, now);
  if (problem !== undefined) throw new ToolmarkError(problem.code, problem.message, { findings: [problem] });
  return certificate;
}

function chooseAlgorithm(profile: Profile, { publicKey }: Certificate): Algorithm {
  const algorithm = profile === 'toolmark' ? algorithmFor(publicKey) : etdiAlgorithmFor(publicKey);
  if (algorithm !== undefined) return algorithm;
  throw new ToolmarkError(
    'signature.algorithm-mismatch',
    `Profile ${profile} has no algorithm for this key. Use an RSA or EC P-256 key, or profile toolmark.`,
  );
}

/** Schema 1.0 becomes 1.1: the version says so, the old signature and the registry's own note go, nothing else moves. */
function readAs11(input: Uint8Array | Json): JsonObject {
  const value = readJson(documentBytes(input));
  if (!isJsonObject(value)) throw malformed([]);
  const document = value.schema_version === '1.0' ? upgrade(value) : value;
  refuseErrors(findDocumentErrors(withoutSignature(document)));
  if (document.schema_version !== '1.1') throw wrongVersion('1.1');
  return document;
}

function upgrade(document: JsonObject): JsonObject {
  const { registry_info: _, ...rest } = document;
  return { ...rest, schema_version: '1.1' };
}

function readAs10(input: Uint8Array | Json): ExactJsonObject {
  const bytes = documentBytes(input);
  refuseErrors(findDocumentErrors(withoutSignature(readJson(bytes))));
  const document: ExactJson = readExactJson(bytes);
  if (!isExactObject(document) || document.schema_version !== '1.0') throw wrongVersion('1.0');
  return document;
}

/** The old signature is replaced, so its shape does not matter. */
function withoutSignature(document: Json): Json {
  if (!isJsonObject(document) || !isJsonObject(document.tool)) return document;
  const { signature: _, ...tool } = document.tool;
  return { ...document, tool };
}

/** A value made in JavaScript must prove to be JSON; the Python form writes large integers where JCS refuses them. */
export function documentBytes(input: Uint8Array | Json): Uint8Array {
  if (input instanceof Uint8Array) return input;
  refuseErrors(findNonJson(input, 'json.not-json'));
  return encode(pythonForm(input));
}

function refuseErrors(findings: readonly Finding[]): void {
  if (hasErrors(findings)) throw malformed(findings);
}

function malformed(findings: readonly Finding[]): ToolmarkError {
  const reasons = findings
    .filter(({ severity }) => severity === 'error')
    .slice(0, 5)
    .map(({ pointer, message }) => `${pointer || 'the whole'}: ${message}`);
  return new ToolmarkError('document.malformed', `This is not a tool document. ${reasons.join(' ')}`.trim(), {
    findings,
  });
}

function wrongVersion(version: '1.0' | '1.1'): ToolmarkError {
  return new ToolmarkError(
    'signature.profile-version',
    `This profile signs documents of schema ${version}. Change schema_version or the profile.`,
  );
}
