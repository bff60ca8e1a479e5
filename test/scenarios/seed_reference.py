"""The original format's own behaviour, in plain Python: signs and verifies documents of schema 1.0.

Reads one JSON request from standard input and writes one JSON answer:

  {"do": "sign", "form": "tool" | "document", "key": PEM, "certificate": PEM, "documents": [text, ...]}
      -> {"documents": [text, ...]}
  {"do": "verify", "form": "tool" | "document", "documents": [text, ...]}
      -> {"valid": [bool, ...]}
"""

import base64
import json
import sys

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa


def canonical(document, form):
    """Sorted keys, no spaces, everything outside ASCII escaped: what json.dumps does by default."""
    tool = {name: value for name, value in document["tool"].items() if name != "signature"}
    subject = tool if form == "tool" else {**document, "tool": tool}
    return json.dumps(subject, sort_keys=True, separators=(",", ":")).encode("utf-8")


def pss():
    return padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=padding.PSS.MAX_LENGTH)


def sign(text, form, key, certificate):
    document = json.loads(text)
    data = canonical(document, form)
    if isinstance(key, rsa.RSAPrivateKey):
        label, signature = "RS256", key.sign(data, pss(), hashes.SHA256())
    else:
        label, signature = "ES256", key.sign(data, ec.ECDSA(hashes.SHA256()))
    document["tool"]["signature"] = {
        "algorithm": label,
        "signature": base64.b64encode(signature).decode("ascii"),
        "certificate": base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode("ascii"),
        "timestamp": "2026-11-15T12:00:00.123456Z",
    }
    return json.dumps(document)


def verify(text, form):
    document = json.loads(text)
    block = document["tool"]["signature"]
    certificate = x509.load_der_x509_certificate(base64.b64decode(block["certificate"]))
    signature = base64.b64decode(block["signature"])
    key = certificate.public_key()
    data = canonical(document, form)
    try:
        if block["algorithm"].startswith("RS"):
            key.verify(signature, data, pss(), hashes.SHA256())
        else:
            key.verify(signature, data, ec.ECDSA(hashes.SHA256()))
        return True
    except InvalidSignature:
        return False


def main():
    request = json.load(sys.stdin)
    form, documents = request["form"], request["documents"]
    if request["do"] == "verify":
        answer = {"valid": [verify(text, form) for text in documents]}
    else:
        key = serialization.load_pem_private_key(request["key"].encode("ascii"), password=None)
        certificate = x509.load_pem_x509_certificate(request["certificate"].encode("ascii"))
        answer = {"documents": [sign(text, form, key, certificate) for text in documents]}
    json.dump(answer, sys.stdout)


main()
