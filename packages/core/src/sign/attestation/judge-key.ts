import type { Digest, Finding } from '../../base/index.ts';
import { encodeBase64 } from '../base64.ts';
import { publicKeyDigest, writeSpki } from '../fingerprints.ts';
import { findKeyProblem } from '../key-policy.ts';
import type { Revocation } from '../revocation.ts';
import type { Bundle } from './bundle.ts';
import { AT_SIGNATURE, bundleFault } from './bundle-fault.ts';
import type { KeyTrust, PinnedKey } from './bundle-trust.ts';
import { checkEvidence, type Evidence } from './evidence.ts';
import { uncheckedEvidence } from './judge-certificate.ts';
import { bundleScheme, isSignedBy } from './signature-scheme.ts';
import { invalidSignature, refuse, type SignerVerdict, unsupportedKey } from './signer-verdict.ts';
import type { Span } from './trusted-root.ts';

const AT_KEY = '/verificationMaterial/publicKey';

/** A key that the reader pinned. Its signatures are judged now, or at the times that a trusted root proves. */
export function judgeKey(bundle: Bundle, trust: KeyTrust, now: Date): SignerVerdict {
  if (bundle.material.type !== 'key') {
    const message =
      'The bundle is signed with a certificate, not with a plain key. Pass the certificates that you trust.';
    return refuse([bundleFault('other-material', message, AT_KEY)]);
  }
  const { hint } = bundle.material;
  // Readers choose the key by one or the other.
  if (bundle.keyId !== '' && bundle.keyId !== hint) {
    return refuse([bundleFault('key-id', 'The envelope and the bundle name different keys.', AT_SIGNATURE)]);
  }
  const pinned = findPinned(hint, trust.keys);
  if (pinned === undefined)
    return refuse([bundleFault('key-unknown', 'The bundle names a key that is not pinned.', AT_KEY)]);
  if (bundleScheme(pinned.key) === undefined) return refuse([unsupportedKey()]);
  if (!isSignedBy(bundle, pinned.key)) return refuse([invalidSignature()], 'invalid');
  return judgePinned(bundle, pinned, trust, now);
}

/** Writing a key costs as much as verifying a signature with it, so it is written once for each bundle. */
interface WrittenKey extends PinnedKey {
  readonly spki: Uint8Array;
  readonly digest: Digest;
}

function findPinned(hint: string, keys: readonly PinnedKey[]): WrittenKey | undefined {
  for (const pinned of keys) {
    // A key with a name of its own is written only if that is the name.
    if (pinned.hint !== undefined && pinned.hint !== hint) continue;
    const spki = writeSpki(pinned.key);
    const written = { ...pinned, spki, digest: publicKeyDigest(pinned.key, spki) };
    if (namesOf(written).includes(hint)) return written;
  }
}

function judgePinned(bundle: Bundle, pinned: WrittenKey, trust: KeyTrust, now: Date): SignerVerdict {
  const { digest } = pinned;
  const { times, findings } = evidenceOf(bundle, pinned, trust, now);
  return {
    signer: { type: 'key', publicKeyDigest: digest },
    times,
    findings: [
      ...checkKey(pinned),
      ...checkRevoked(digest, trust.revocations ?? []),
      ...findings,
      ...(times.length > 0 ? times : [now]).flatMap(time => checkSpan(spanOf(pinned), time)),
    ],
  };
}

function evidenceOf(bundle: Bundle, pinned: WrittenKey, { root }: KeyTrust, now: Date): Evidence {
  if (root === undefined) return { times: [], findings: uncheckedEvidence(bundle) };
  const signer = { key: pinned.key, der: pinned.spki, span: spanOf(pinned) };
  return checkEvidence(bundle, signer, root, { logs: Math.min(root.logs.length, 1) }, now);
}

/** An empty hint names no key. */
function namesOf({ hint, digest }: WrittenKey): readonly string[] {
  if (hint !== undefined) return [hint].filter(name => name !== '');
  return [digest, encodeBase64(bytesOfHex(digest.slice('sha256:'.length)))];
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
}

const BEGINNING = new Date(0);

function spanOf({ validFrom = BEGINNING, validUntil }: PinnedKey): Span {
  return { from: validFrom, until: validUntil };
}

function checkKey({ key, spki }: WrittenKey): Finding[] {
  const problem = findKeyProblem(key, spki);
  return problem === undefined
    ? []
    : [{ code: problem.code, severity: 'error', pointer: AT_KEY, message: problem.message }];
}

function checkRevoked(digest: Digest, revocations: readonly Revocation[]): Finding[] {
  const entry = revocations.find(({ publicKey }) => publicKey === digest);
  if (entry === undefined) return [];
  const message = `The key was revoked on ${entry.time} (${entry.reason}). Do not trust what it signed.`;
  return [{ code: 'revocation.revoked', severity: 'error', pointer: AT_KEY, message }];
}

function checkSpan({ from, until }: Span, time: Date): Finding[] {
  if (time < from)
    return [bundleFault('key-not-yet-valid', `The key is not valid before ${from.toISOString()}.`, AT_KEY)];
  if (until === undefined || time <= until) return [];
  return [bundleFault('key-expired', `The key expired on ${until.toISOString()}.`, AT_KEY)];
}
