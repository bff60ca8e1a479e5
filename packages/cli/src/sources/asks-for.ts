import path from 'node:path';
import type { LockedPackage } from '@toolmark/core';
import type { ImagePackage, Recognised, RecognisedNpm, RecognisedPypi } from '@toolmark/core/package';

/**
 * Whether a command asks for the locked package in the same words as when it was locked. Words that now mean a newer version
 * are the same words.
 */
export function asksFor(wanted: Recognised, locked: LockedPackage): boolean {
  if (!isOfPackage(wanted, locked)) return false;
  if (wanted.type === 'npm' && locked.type === 'npm') {
    return wanted.specs[0]?.wanted === locked.spec && isProgram(wanted, locked.bin);
  }
  if (wanted.type === 'pypi' && locked.type === 'pypi') {
    return wanted.specs[0]?.wanted === locked.spec && wanted.python === locked.python && isProgram(wanted, locked.bin);
  }
  if (wanted.type === 'oci' && locked.type === 'oci') return isImage(wanted.image, locked);
  if (wanted.type === 'path' && locked.type === 'path') return path.basename(wanted.file) === locked.name;
  return true;
}

/** Whether `check` may start the locked code with the arguments of a command: it is for the same package, in any version. */
export function isOfPackage(wanted: Recognised, locked: LockedPackage): boolean {
  if (wanted.type === 'npm' || wanted.type === 'pypi') {
    return locked.type === wanted.type && wanted.specs[0]?.name === locked.name;
  }
  if (wanted.type === 'oci') return locked.type === 'oci' && repositoryOf(wanted.image) === repositoryOf(locked.name);
  // Local files are not pinned, so another one is compared too. The name of a bundle is known only when it is read.
  return wanted.type === locked.type;
}

function isProgram({ bin }: RecognisedNpm | RecognisedPypi, locked: string): boolean {
  return bin === undefined || bin === locked;
}

/** An image name in the form that names its registry, without tag and digest. */
function repositoryOf(image: string): string {
  const [name = ''] = image.split('@');
  const bare = name.replace(/:[^:/]*$/, '');
  const [first = '', ...rest] = bare.split('/');
  const hasRegistry = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  if (hasRegistry)
    return bare.replace(/^index\.docker\.io\//, 'docker.io/').replace(/^docker\.io\/([^/]+)$/, 'docker.io/library/$1');
  return rest.length === 0 ? `docker.io/library/${bare}` : `docker.io/${bare}`;
}

/** By its digest, if the command names one: a tag beside it says nothing. */
function isImage(image: string, { integrity, version = 'latest' }: ImagePackage): boolean {
  const [, digest] = image.split('@');
  return digest === undefined ? tagOf(image) === version : digest === integrity;
}

function tagOf(image: string): string {
  const [name = ''] = image.split('@');
  return /:([^:/]*)$/.exec(name)?.[1] ?? 'latest';
}
