/** DER as a PEM block. */
export function toPem(der: Uint8Array, label: 'CERTIFICATE' | 'X509 CRL'): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

/** The DER inside a PEM text; bytes that are not PEM are given back as they are. */
export function readPem(bytes: Uint8Array): Uint8Array {
  const body = /-----BEGIN [A-Z0-9 ]+-----([^-]*)-----END/.exec(Buffer.from(bytes).toString('latin1'))?.[1];
  return body === undefined ? bytes : Buffer.from(body, 'base64');
}
