import { type Finding, refusalIn } from '../../base/index.ts';
import { type Certificate, parseCertificate } from '../certificate.ts';
import { fault } from '../fault.ts';
import type { Bundle } from './bundle.ts';
import { AT_CERTIFICATE, AT_SIGNATURE, bundleFault } from './bundle-fault.ts';
import type { BundleSigner } from './bundle-trust.ts';
import { bundleScheme, isSignedBy } from './signature-scheme.ts';

/** What one kind of trust says about the signer of a bundle. */
export interface SignerVerdict {
  /** Decided already; otherwise the findings decide. */
  readonly outcome?: 'invalid' | 'malformed';
  readonly signer?: BundleSigner;
  readonly times: readonly Date[];
  readonly findings: readonly Finding[];
}

export function refuse(findings: readonly Finding[], outcome?: SignerVerdict['outcome']): SignerVerdict {
  return { ...(outcome === undefined ? {} : { outcome }), times: [], findings };
}

/** The certificate whose key made the signature, or why there is none. */
export function signingCertificate(bundle: Bundle): { readonly leaf: Certificate } | SignerVerdict {
  if (bundle.material.type !== 'certificate') {
    const message = 'The bundle is signed with a plain key, not with a certificate. Verify it with that key.';
    return refuse([bundleFault('other-material', message, AT_CERTIFICATE)]);
  }
  const leaf = tryParse(bundle.material.leaf);
  if ('code' in leaf) return refuse([leaf], 'malformed');
  if (bundleScheme(leaf.publicKey) === undefined) return refuse([unsupportedKey()]);
  return isSignedBy(bundle, leaf.publicKey) ? { leaf } : refuse([invalidSignature()], 'invalid');
}

function tryParse(der: Uint8Array): Certificate | Finding {
  try {
    return parseCertificate(der);
  } catch (error) {
    const { code, message } = refusalIn(error);
    return fault(code, message, AT_CERTIFICATE);
  }
}

export function unsupportedKey(): Finding {
  const message =
    'Bundles are signed with Ed25519, or with ECDSA on P-256, P-384 or P-521. The key is of another kind.';
  return bundleFault('key-unsupported', message, AT_SIGNATURE);
}

export function invalidSignature(): Finding {
  const message = 'The signature is invalid: the payload was changed, or another key signed it.';
  return bundleFault('signature-invalid', message, AT_SIGNATURE);
}
