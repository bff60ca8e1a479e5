import {
  type Digest,
  isJsonObject,
  type Json,
  type JsonObject,
  jcs,
  quoteInert,
  ToolmarkError,
} from '../../base/index.ts';
import {
  digestOfSurface,
  promptDigest,
  resourceDigest,
  type Snapshot,
  type SurfaceDigests,
  surfaceDigest,
  templateDigest,
  toolDigest,
} from '../../describe/index.ts';
import { isDigest } from '../revocation.ts';
import { parseStatement, STATEMENT_V1, type Statement, type Subject } from './statement.ts';
import { below, listAt, memberAt, objectAt, type Place, refusal, textAt } from './strict-members.ts';

/** The type of the predicate "this package shows this surface" (docs/spec/attestation.md, section 2). */
export const SURFACE_PREDICATE = 'https://toolmark.dev/attestation/tool-surface/v1';

const PROJECTION = 'toolmark/surface@1';

/** What a server showed, and how it was started. */
export interface SurfacePredicate {
  readonly surfaceDigest: Digest;
  readonly surface: SurfaceDigests;
  /** The digest of the tree of packages that ran. */
  readonly packages?: Digest;
  /** Absent for a remote server. */
  readonly launch?: SurfaceLaunch;
  /** `superset`: a server may show less, such as what an account may use. */
  readonly completeness: 'exact' | 'superset';
  readonly serverInfo?: JsonObject;
  readonly protocolVersion?: string;
  /** An RFC 3339 time in UTC. */
  readonly observedAt: string;
  readonly generator: string;
}

export interface SurfaceLaunch {
  readonly bin?: string;
  readonly args: readonly string[];
  /** Names of environment variables, never their values. */
  readonly env: readonly string[];
  readonly profile?: string;
}

export type SurfaceAttestation = Omit<SurfacePredicate, 'surfaceDigest'> & {
  /** The files of one package, or the address of a remote server; all of them named. */
  readonly subject: readonly Required<Subject>[];
};

/** The payload of an attestation, in its one form (JCS). Throws where no reader would accept it. */
export function attestationStatement({ subject, ...predicate }: SurfaceAttestation): Uint8Array {
  const statement = {
    _type: STATEMENT_V1,
    subject: subject.map(({ name, digest }) => ({ name, digest: Object.fromEntries(digest) })),
    predicateType: SURFACE_PREDICATE,
    predicate: messageOf(predicate),
  };
  const payload = new TextEncoder().encode(jcs(statement));
  parseSurfacePredicate(parseStatement(payload));
  return payload;
}

function messageOf({ surface, launch, ...rest }: Omit<SurfacePredicate, 'surfaceDigest'>): JsonObject {
  const { packages, completeness, serverInfo, protocolVersion, observedAt, generator } = rest;
  return {
    projection: PROJECTION,
    surfaceDigest: digestOfSurface(surface),
    surface: surfaceMessage(surface),
    ...(packages === undefined ? {} : { packages }),
    ...(launch === undefined ? {} : { launch: { ...launch } }),
    completeness,
    ...(serverInfo === undefined ? {} : { serverInfo }),
    ...(protocolVersion === undefined ? {} : { protocolVersion }),
    observedAt,
    generator,
  };
}

function surfaceMessage({ instructions, ...lists }: SurfaceDigests): JsonObject {
  return {
    ...(instructions === undefined ? {} : { instructions }),
    prompts: Object.fromEntries(lists.prompts),
    resources: Object.fromEntries(lists.resources),
    templates: Object.fromEntries(lists.templates),
    tools: Object.fromEntries(lists.tools),
  };
}

/** The digests of everything a server shows. Throws `surface.duplicate-name`. */
export function digestsOfSnapshot(snapshot: Snapshot): SurfaceDigests {
  surfaceDigest(snapshot);
  return {
    instructions: snapshot.instructions,
    prompts: new Map(snapshot.prompts.map(prompt => [prompt.name, promptDigest(prompt)])),
    resources: new Map(snapshot.resources.map(resource => [resource.uri, resourceDigest(resource)])),
    templates: new Map(snapshot.templates.map(template => [template.uriTemplate, templateDigest(template)])),
    tools: new Map(snapshot.tools.map(tool => [tool.name, toolDigest(tool)])),
  };
}

const ROOT: Place = { code: 'predicate.malformed', pointer: '/predicate' };
const MEMBERS = [
  ...['projection', 'surfaceDigest', 'surface', 'packages', 'launch'],
  ...['completeness', 'serverInfo', 'protocolVersion', 'observedAt', 'generator'],
];

/** Reads the predicate of a verified statement strictly, and computes its digest again. Throws `predicate.*`. */
export function parseSurfacePredicate({ predicateType, predicate }: Statement): SurfacePredicate {
  if (predicateType !== SURFACE_PREDICATE) {
    throw new ToolmarkError('predicate.type', `${quoteInert(predicateType)} is not an attestation of a surface.`);
  }
  const value = objectAt(predicate, ROOT, MEMBERS);
  expectProjection(...memberAt(value, 'projection', ROOT));
  const surface = parseSurface(...memberAt(value, 'surface', ROOT));
  return {
    surfaceDigest: expectDigestOf(surface, ...memberAt(value, 'surfaceDigest', ROOT)),
    surface,
    ...optional(value, 'packages', parseDigest),
    ...optional(value, 'launch', parseLaunch),
    completeness: parseCompleteness(...memberAt(value, 'completeness', ROOT)),
    ...optional(value, 'serverInfo', parseObject),
    ...optional(value, 'protocolVersion', textAt),
    observedAt: parseTime(...memberAt(value, 'observedAt', ROOT)),
    generator: textAt(...memberAt(value, 'generator', ROOT), 256),
  };
}

/** Our own structure: `null` is not a way to leave a member out. */
function optional<Name extends string, Value>(
  object: JsonObject,
  name: Name,
  parse: (value: Json | undefined, place: Place) => Value,
  place = ROOT,
): { readonly [Key in Name]?: Value } {
  if (!Object.hasOwn(object, name)) return {};
  const parsed = { [name]: parse(...memberAt(object, name, place)) };
  return parsed as { readonly [Key in Name]?: Value };
}

function expectProjection(value: Json | undefined, place: Place): void {
  if (value !== PROJECTION) throw refusal({ ...place, code: 'predicate.projection' }, `Expected ${PROJECTION} here.`);
}

function expectDigestOf(surface: SurfaceDigests, value: Json | undefined, place: Place): Digest {
  const digest = parseDigest(value, place);
  if (digestOfSurface(surface) === digest) return digest;
  throw refusal({ ...place, code: 'predicate.contradicts-itself' }, 'The digest is not that of the surface beside it.');
}

const LISTS = ['prompts', 'resources', 'templates', 'tools'] as const;

function parseSurface(value: Json | undefined, place: Place): SurfaceDigests {
  const surface = objectAt(value, place, ['instructions', ...LISTS]);
  const digests = (name: (typeof LISTS)[number]): ReadonlyMap<string, Digest> =>
    parseDigests(...memberAt(surface, name, place));
  return {
    instructions: Object.hasOwn(surface, 'instructions')
      ? textAt(...memberAt(surface, 'instructions', place), MAX_INSTRUCTIONS)
      : undefined,
    prompts: digests('prompts'),
    resources: digests('resources'),
    templates: digests('templates'),
    tools: digests('tools'),
  };
}

const MAX_INSTRUCTIONS = 1024 * 1024;

function parseDigests(value: Json | undefined, place: Place): ReadonlyMap<string, Digest> {
  const entries = Object.entries(parseObject(value, place));
  return new Map(entries.map(([name, digest]) => [name, parseDigest(digest, below(place, name))]));
}

function parseDigest(value: Json | undefined, place: Place): Digest {
  if (typeof value === 'string' && isDigest(value)) return value;
  throw refusal(place, 'Expected "sha256:" and 64 lower-case hexadecimal digits.');
}

function parseObject(value: Json | undefined, place: Place): JsonObject {
  if (!isJsonObject(value)) throw refusal(place, 'Expected an object here.');
  return value;
}

function parseLaunch(value: Json | undefined, place: Place): SurfaceLaunch {
  const launch = objectAt(value, place, ['bin', 'args', 'env', 'profile']);
  return {
    ...optional(launch, 'bin', textAt, place),
    args: parseTexts(...memberAt(launch, 'args', place)),
    env: parseTexts(...memberAt(launch, 'env', place)),
    ...optional(launch, 'profile', textAt, place),
  };
}

function parseTexts(value: Json | undefined, place: Place): readonly string[] {
  if (value === undefined) throw refusal(place, 'Expected a list here.');
  return listAt(value, place, 1000).map((item, index) => textAt(item, below(place, index)));
}

function parseCompleteness(value: Json | undefined, place: Place): 'exact' | 'superset' {
  if (value === 'exact' || value === 'superset') return value;
  throw refusal(place, 'Expected "exact" or "superset".');
}

function parseTime(value: Json | undefined, place: Place): string {
  const text = textAt(value, place, 64);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isTime) throw refusal(place, 'Expected a time such as 2026-01-31T12:00:00Z.');
  return text;
}

/** Whether an attestation covers what a server shows now: the same, or with `superset` a part of it. */
export function coversSurface(
  { surface, surfaceDigest: digest, completeness }: SurfacePredicate,
  live: SurfaceDigests,
): boolean {
  if (completeness === 'exact') return digestOfSurface(live) === digest;
  if (live.instructions !== surface.instructions) return false;
  return LISTS.every(name => [...live[name]].every(([item, itemDigest]) => surface[name].get(item) === itemDigest));
}

/** The subject of a remote server: it has no package, so its surface is what is attested. */
export function remoteSubject(url: string, surface: SurfaceDigests): Required<Subject> {
  return { name: url, digest: new Map([['sha256', digestOfSurface(surface).slice('sha256:'.length)]]) };
}
