import { type Finding, hasErrors, quoteInert, refusalIn, sortFindings } from '../../base/index.ts';
import { fault } from '../fault.ts';
import type { Outcome } from '../verdict.ts';
import { type Bundle, readBundle } from './bundle.ts';
import type { BundleSigner, BundleTrust } from './bundle-trust.ts';
import { judgeCertificate } from './judge-certificate.ts';
import { judgeKey } from './judge-key.ts';
import { judgeSigstore } from './judge-sigstore.ts';
import type { SignerVerdict } from './signer-verdict.ts';
import { parseStatement, type Statement } from './statement.ts';

export type BundleOutcome = Exclude<Outcome, 'unsigned'>;

export interface BundleResult {
  readonly outcome: BundleOutcome;
  /** Whom the bundle names, once the signature holds. Not to be believed unless trusted. */
  readonly signer?: BundleSigner;
  /** The earliest time that a timestamp or log proves; only when trusted. */
  readonly signedAt?: Date;
  /** Exactly the verified bytes; only when trusted. */
  readonly payload?: Uint8Array;
  /** The same, parsed. */
  readonly statement?: Statement;
  readonly findings: readonly Finding[];
}

/**
 * Who signed a bundle, whether to trust them, and what they state (docs/spec/provenance.md). Never throws. A bundle of
 * an untrusted signer whose only finding is `bundle.other-identity` is verified in every other respect.
 */
export async function verifyBundle(
  input: Uint8Array | Bundle,
  trust: BundleTrust,
  { now }: { readonly now: Date },
): Promise<BundleResult> {
  try {
    const bundle = input instanceof Uint8Array ? tryRead(input) : input;
    if ('code' in bundle) return { outcome: 'malformed', findings: [bundle] };
    return conclude(bundle, await judge(bundle, trust, now));
  } catch (error) {
    const message = `The check could not be finished (${quoteInert(String(error), 200)}). Please report this.`;
    return { outcome: 'invalid', findings: [fault('bundle.unexpected', message, '')] };
  }
}

function tryRead(bytes: Uint8Array): Bundle | Finding {
  try {
    return readBundle(bytes);
  } catch (error) {
    return findingOf(error);
  }
}

function findingOf(error: unknown): Finding {
  const { code, message, pointer = '' } = refusalIn(error);
  return fault(code, message, pointer);
}

function judge(bundle: Bundle, trust: BundleTrust, now: Date): Promise<SignerVerdict> | SignerVerdict {
  switch (trust.type) {
    case 'certificates':
      return judgeCertificate(bundle, trust, now);
    case 'keys':
      return judgeKey(bundle, trust, now);
    case 'sigstore':
      return judgeSigstore(bundle, trust, now);
  }
}

function conclude(bundle: Bundle, verdict: SignerVerdict): BundleResult {
  const { signer, times, findings } = verdict;
  const named = signer === undefined ? {} : { signer };
  const outcome = verdict.outcome ?? outcomeOf(findings);
  if (outcome !== 'trusted') return { outcome, ...named, findings: sortFindings(findings) };
  const statement = tryParse(bundle.payload);
  if ('code' in statement) return { outcome: 'malformed', ...named, findings: [statement] };
  const [signedAt] = times.toSorted((a, b) => a.getTime() - b.getTime());
  return {
    outcome,
    ...named,
    ...(signedAt === undefined ? {} : { signedAt }),
    payload: bundle.payload,
    statement,
    findings,
  };
}

function tryParse(payload: Uint8Array): Statement | Finding {
  try {
    return parseStatement(payload);
  } catch (error) {
    return findingOf(error);
  }
}

const EXPIRED: readonly string[] = ['certificate.expired', 'bundle.key-expired'];

/** The most severe outcome counts; `trusted` only without errors. */
export function outcomeOf(findings: readonly Finding[]): BundleOutcome {
  if (!hasErrors(findings)) return 'trusted';
  const codes = findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  if (codes.includes('revocation.revoked')) return 'revoked';
  return codes.every(code => EXPIRED.includes(code)) ? 'expired' : 'untrusted';
}
