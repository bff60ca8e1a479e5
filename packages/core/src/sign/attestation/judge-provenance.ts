import { isJsonObject, type Json, type JsonObject, member, quoteInert, readJson, refusalIn } from '../../base/index.ts';
import { decodeBase64 } from '../base64.ts';
import { bytesToHex } from '../der.ts';
import { type Bundle, MAX_BUNDLE_BYTES, parseBundle } from './bundle.ts';
import type { PinnedKey, SigstoreSigner } from './bundle-trust.ts';
import type { Claims } from './fulcio-identity.ts';
import { judgeSigstoreSigner } from './judge-sigstore.ts';
import {
  type Builder,
  type CompleteClaims,
  findBuilder,
  PROVENANCE_TYPES,
  type Provenance,
} from './provenance-builders.ts';
import { parseStatement, type Statement } from './statement.ts';
import { below } from './strict-members.ts';
import type { TrustedRoot } from './trusted-root.ts';
import { outcomeOf, verifyBundle } from './verify-bundle.ts';

export type ProvenanceVerdict = { readonly outcome: 'verified'; readonly provenance: Provenance } | ProvenanceRefusal;

export interface ProvenanceRefusal {
  readonly outcome: 'refused';
  readonly code: `provenance.${string}`;
  readonly message: string;
}

export interface ProvenanceQuestion {
  /** The registry's answer to `GET …/-/npm/v1/attestations/NAME@VERSION`. */
  readonly bundles: Uint8Array;
  /** What is pinned. */
  readonly package: PinnedNpmPackage;
  readonly trustedRoot: TrustedRoot;
  /** Keys of the registry: then its own attestation of the publication is required too. */
  readonly keys?: readonly PinnedKey[];
  readonly now: Date;
}

export interface PinnedNpmPackage {
  readonly name: string;
  readonly version: string;
  /** `sha512-` and base64. */
  readonly integrity: string;
}

/**
 * Whether npm provenance proves where a package was built (docs/spec/provenance.md, section 6). Never throws for what the
 * registry answers. Which repository is good is for the caller to decide.
 */
export async function judgeProvenance(question: ProvenanceQuestion): Promise<ProvenanceVerdict> {
  const bundles = tryReadBundles(question.bundles);
  if ('outcome' in bundles) return bundles;
  const [only, ...others] = bundles.filter(({ predicateType }) => PROVENANCE_TYPES.includes(predicateType));
  const { name, version } = question.package;
  const what = quoteInert(`${name}@${version}`);
  if (only === undefined) return refuse('missing', `The registry has no provenance of ${what}.`);
  if (others.length > 0) return refuse('ambiguous', `The registry has more than one provenance of ${what}.`);
  const publication = await judgePublication(bundles, question);
  return publication ?? judgeBundle(only.bundle, question);
}

/** A bundle, and what its payload says it is: a claim that only chooses the bundle to verify. */
interface OfferedBundle {
  readonly bundle: Bundle;
  readonly predicateType: string;
}

const MAX_ATTESTATIONS = 16;

function tryReadBundles(bytes: Uint8Array): readonly OfferedBundle[] | ProvenanceRefusal {
  try {
    const answer = readJson(bytes, { maxBytes: MAX_BUNDLE_BYTES, maxDepth: 20 });
    const list = isJsonObject(answer) ? member(answer, 'attestations') : undefined;
    if (!Array.isArray(list)) return refuse('malformed', 'The answer of the registry has no list of attestations.');
    if (list.length > MAX_ATTESTATIONS) {
      return refuse('malformed', `The registry offers ${list.length} attestations; the limit is ${MAX_ATTESTATIONS}.`);
    }
    return list.map(readOffered);
  } catch (error) {
    const { message, pointer } = refusalIn(error);
    const place = pointer === undefined || pointer === '' ? '' : ` (at ${quoteInert(pointer)})`;
    return refuse('malformed', `The attestations cannot be read: ${message}${place}`);
  }
}

/** The registry's own `predicateType` beside the bundle is not signed, and not looked at. */
function readOffered(item: Json, index: number): OfferedBundle {
  const place = below(below({ code: 'bundle.malformed', pointer: '' }, 'attestations'), index);
  const value = isJsonObject(item) ? member(item, 'bundle') : undefined;
  const bundle = parseBundle(value ?? null, below(place, 'bundle'));
  return { bundle, predicateType: parseStatement(bundle.payload).predicateType };
}

async function judgeBundle(bundle: Bundle, question: ProvenanceQuestion): Promise<ProvenanceVerdict> {
  const { trustedRoot: root, now } = question;
  const verdict = await judgeSigstoreSigner(bundle, { root }, now);
  const { signer } = verdict;
  const outcome = verdict.outcome ?? outcomeOf(verdict.findings);
  if (outcome !== 'trusted' || signer === undefined) {
    const [first] = verdict.findings;
    return refuse(outcome, `The provenance is ${outcome}: ${first?.message ?? 'the signer is unknown.'}`);
  }
  const statement = parseStatement(bundle.payload);
  return checkSubject(statement, question.package) ?? judgeStatement(statement, signer);
}

/** npm writes the scope's `@` in percent-encoding, and nothing else. */
export function npmPurl({ name, version }: Pick<PinnedNpmPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

function checkSubject({ subject }: Statement, wanted: PinnedNpmPackage): ProvenanceRefusal | undefined {
  const [only, ...others] = subject;
  if (only === undefined || others.length > 0) {
    return refuse('subject-count', `The provenance is of ${subject.length} files; it must be of one.`);
  }
  const purl = npmPurl(wanted);
  if (only.name !== purl) {
    return refuse('other-package', `The provenance is of ${quoteInert(only.name ?? '')}, not of ${quoteInert(purl)}.`);
  }
  const digest = hexOfIntegrity(wanted.integrity);
  if (digest !== undefined && only.digest.get('sha512') === digest) return undefined;
  return refuse('other-digest', `The provenance of ${quoteInert(purl)} is of other bytes than the pinned ones.`);
}

function hexOfIntegrity(integrity: string): string | undefined {
  const text = /^sha512-([A-Za-z0-9+/=]{88})$/.exec(integrity)?.[1];
  const bytes = text === undefined ? undefined : decodeBase64(text);
  return bytes === undefined ? undefined : bytesToHex(bytes);
}

function judgeStatement(statement: Statement, { issuer, subject, claims }: SigstoreSigner): ProvenanceVerdict {
  const builder = findBuilder(issuer, statement);
  if (builder === undefined) {
    const type = quoteInert(statement.predicateType);
    return refuse('unknown-builder', `Provenance of type ${type} with tokens of ${quoteInert(issuer)} is not known.`);
  }
  if (!isComplete(claims) || claims.buildSigner !== subject) {
    return refuse('certificate', 'The certificate does not say what provenance needs, or contradicts itself.');
  }
  return conclude(builder, statement.predicate, claims);
}

const NEEDED = ['buildSigner', 'runner', 'repository', 'commit', 'ref', 'buildConfig', 'run'] as const;

function isComplete(claims: Claims): claims is CompleteClaims {
  return NEEDED.every(name => claims[name] !== undefined && claims[name] !== '');
}

/** Alone, the predicate is a claim of the job, so it must say what the certificate says. */
function conclude(builder: Builder, predicate: JsonObject, claims: CompleteClaims): ProvenanceVerdict {
  const id = builder.builderOf(predicate, claims);
  if (id === undefined) return refuse('unknown-builder', 'The builder in the provenance is not a known one.');
  const workflow = builder.workflowOf(claims);
  const differs = builder.pairs(predicate, claims).some(([said, certified]) => said !== certified);
  if (differs || workflow === undefined) {
    return refuse('contradiction', 'The provenance says something else about the build than its certificate.');
  }
  const { repository, ref, commit, repositoryId, ownerId, runner } = claims;
  return {
    outcome: 'verified',
    provenance: {
      ...{ repository, workflow, ref, commit, builder: id, issuer: builder.issuer },
      ...(repositoryId === undefined ? {} : { repositoryId }),
      ...(ownerId === undefined ? {} : { ownerId }),
      runner,
    },
  };
}

const PUBLICATION = 'https://github.com/npm/attestation/tree/main/specs/publish/v0.1';

/** The registry's own attestation that it published the package, where its keys are given. */
async function judgePublication(
  bundles: readonly OfferedBundle[],
  { keys, trustedRoot: root, package: wanted, now }: ProvenanceQuestion,
): Promise<ProvenanceRefusal | undefined> {
  if (keys === undefined) return undefined;
  const [only, ...others] = bundles.filter(({ predicateType }) => predicateType === PUBLICATION);
  if (only === undefined || others.length > 0) {
    return refuse('publication', 'The registry does not have exactly one attestation of the publication.');
  }
  const { statement, findings } = await verifyBundle(only.bundle, { type: 'keys', keys, root }, { now });
  if (statement === undefined) {
    return refuse('publication', `The attestation of the publication is not verified: ${findings[0]?.message ?? ''}`);
  }
  const { predicate } = statement;
  const isSame = member(predicate, 'name') === wanted.name && member(predicate, 'version') === wanted.version;
  if (!isSame) return refuse('publication', 'The attestation of the publication is of another package.');
  return checkSubject(statement, wanted);
}

function refuse(code: string, message: string): ProvenanceRefusal {
  return { outcome: 'refused', code: `provenance.${code}`, message };
}
