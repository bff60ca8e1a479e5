/** What a package URL is made of. */
export type PurlSubject =
  | { readonly type: 'npm' | 'pypi'; readonly name: string; readonly version: string }
  | { readonly type: 'oci'; readonly name: string; readonly version?: string; readonly integrity: string }
  | { readonly type: 'mcpb'; readonly name: string; readonly version: string; readonly integrity: string };

/** The package URL, as in `pkg:npm/%40scope/name@1.2.3`. */
export function purlOf(subject: PurlSubject): string {
  const { name } = subject;
  if (subject.type !== 'oci' && subject.type !== 'mcpb')
    return `pkg:${subject.type}/${name.split('/').map(encode).join('/')}@${encode(subject.version)}`;
  // A bundle has no registry of its own: the type for everything else, with the digest.
  if (subject.type === 'mcpb')
    return `pkg:generic/${encode(name)}@${encode(subject.version)}?checksum=${subject.integrity}`;
  const tag = subject.version === undefined ? '' : `&tag=${encode(subject.version)}`;
  const last = name.slice(name.lastIndexOf('/') + 1);
  const place = name.split('/').map(encode).join('/');
  return `pkg:oci/${encode(last)}@${encode(subject.integrity)}?repository_url=${place}${tag}`;
}

/** Percent-encoding of everything but letters, digits and `.-_~`. */
function encode(text: string): string {
  return [...new TextEncoder().encode(text)]
    .map(byte => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9._~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
