/** A package with a package URL. */
export interface PurlSubject {
  readonly type: 'npm' | 'pypi' | 'oci' | 'mcpb';
  readonly name: string;
  readonly version?: string;
  /** The digest of an image or bundle. */
  readonly integrity?: string;
}

/** The package URL, as in `pkg:npm/%40scope/name@1.2.3`. */
export function purlOf(subject: PurlSubject): string {
  return `pkg:${subject.type}/${subject.name}`;
}
