"""Verifies a bundle with the libraries of Sigstore and in-toto for Python, and prints its statement.

verify_bundle.py identity BUNDLE TRUSTED_ROOT ISSUER SUBJECT
verify_bundle.py key BUNDLE PUBLIC_KEY
"""

import base64
import json
import sys
from pathlib import Path


def verify_identity(bundle, root, issuer, subject):
    from sigstore.models import Bundle, TrustedRoot
    from sigstore.verify import Verifier, policy

    verifier = Verifier(trusted_root=TrustedRoot.from_file(root))
    expected = policy.Identity(identity=subject, issuer=issuer)
    return verifier.verify_dsse(Bundle.from_json(Path(bundle).read_bytes()), expected)


def verify_key(bundle, public_key):
    from cryptography.hazmat.primitives.serialization import load_pem_public_key
    from securesystemslib.dsse import Envelope
    from securesystemslib.signer import SSlibKey

    envelope = json.loads(Path(bundle).read_bytes())["dsseEnvelope"]
    # The library chooses keys by an id, which our envelopes leave out.
    for signature in envelope["signatures"]:
        signature["keyid"] = "key"
        signature["sig"] = base64.b64encode(base64.b64decode(signature["sig"])).decode()
    verified = Envelope.from_dict(envelope)
    key = SSlibKey.from_crypto(load_pem_public_key(Path(public_key).read_bytes()), keyid="key")
    verified.verify([key], 1)
    return verified.payload_type, verified.payload


verify = {"identity": verify_identity, "key": verify_key}[sys.argv[1]]
kind, payload = verify(*sys.argv[2:])
json.dump({"type": kind, "statement": json.loads(payload)}, sys.stdout)
