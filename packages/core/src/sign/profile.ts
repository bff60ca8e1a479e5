import type { KeyObject } from 'node:crypto';
import {
  child,
  type ExactJson,
  type ExactJsonObject,
  isJsonObject,
  type Json,
  JsonFloat,
  type JsonObject,
  jcs,
  pythonForm,
  readExactJson,
  ToolmarkError,
} from '../base/index.ts';
import { checkSignature, type Scheme, schemesOf } from './scheme.ts';
import { AT, type SignedDocument } from './signed-document.ts';

/** What a signature covers (docs/spec/signature.md, section 2). */
export type Profile = 'toolmark' | 'etdi-document' | 'etdi-tool';

export type Match =
  | {
      readonly type: 'match';
      readonly profile: Profile;
      readonly scheme: Scheme;
      readonly uncovered: readonly string[];
    }
  | { readonly type: 'none' | 'unknown-algorithm' | 'wrong-key' };

/** Which profile of the document's own version the signature holds under. 1.1 never falls back to those of 1.0. */
export function matchProfile(signed: SignedDocument, key: KeyObject): Match {
  const schemes = schemesOf(signed.version, signed.algorithm, key);
  if (schemes === undefined) return { type: 'unknown-algorithm' };
  if (schemes.length === 0) return { type: 'wrong-key' };
  for (const { profile, payload, uncovered } of candidatesFor(signed)) {
    const bytes = encode(payload());
    const scheme = schemes.find(candidate => checkSignature(candidate, key, bytes, signed.signature));
    if (scheme !== undefined) return { type: 'match', profile, scheme, uncovered: uncovered() };
  }
  return { type: 'none' };
}

interface Candidate {
  readonly profile: Profile;
  readonly payload: () => string;
  readonly uncovered: () => readonly string[];
}

function candidatesFor(signed: SignedDocument): readonly Candidate[] {
  if (signed.version === '1.1') {
    return [{ profile: 'toolmark', payload: () => toolmarkPayload(signed.document), uncovered: () => [] }];
  }
  // Only the exact reading knows 1.0 from 1, and only this version needs it.
  const exact = exactObjectOf(readExactJson(signed.bytes));
  const inBlock = () => members(signed.block, AT).filter(pointer => pointer !== `${AT}/signature`);
  const siblings = () => members(signed.document, '').filter(pointer => pointer !== '/tool');
  const setAside = () => siblings().filter(pointer => pointer === '/registry_info');
  return [
    {
      profile: 'etdi-document',
      payload: () => etdiDocumentPayload(exact),
      uncovered: () => [...setAside(), ...inBlock()],
    },
    { profile: 'etdi-tool', payload: () => etdiToolPayload(exact), uncovered: () => [...siblings(), ...inBlock()] },
  ];
}

/** RFC 8785 text of the whole document without `tool.signature.signature`: algorithm, certificate and time are in it. */
export function toolmarkPayload(document: JsonObject): string {
  const tool = objectOf(document.tool);
  const { signature: _, ...block } = objectOf(tool.signature);
  return jcs({ ...document, tool: { ...tool, signature: block } });
}

/** Python form of the whole document without its signature. A registry of the original adds `registry_info` later. */
export function etdiDocumentPayload(document: ExactJsonObject): string {
  const { registry_info: _, ...rest } = document;
  return pythonForm({ ...rest, tool: withoutSignature(exactObjectOf(document.tool)) });
}

/** Python form of the tool alone without its signature. */
export function etdiToolPayload(document: ExactJsonObject): string {
  return pythonForm(withoutSignature(exactObjectOf(document.tool)));
}

function withoutSignature(tool: ExactJsonObject): ExactJsonObject {
  const { signature: _, ...rest } = tool;
  return rest;
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : refuse();
}

function exactObjectOf(value: ExactJson | undefined): ExactJsonObject {
  return isExactObject(value) ? value : refuse();
}

export function isExactObject(value: ExactJson | undefined): value is ExactJsonObject {
  return isJsonObject(value) && !(value instanceof JsonFloat);
}

function refuse(): never {
  throw new ToolmarkError('signature.not-a-document', 'This is not a tool document: it has no tool.');
}

function members(object: JsonObject, pointer: string): string[] {
  return Object.keys(object).map(name => child(pointer, name));
}

const UTF_8 = new TextEncoder();

export function encode(text: string): Uint8Array {
  return UTF_8.encode(text);
}
