import { ToolmarkError } from '@toolmark/core';
import { parseTrustedRoot } from '@toolmark/core/attestation';
import { parseOidcIssuers, type ServeOptions } from '@toolmark/registry';
import { readFile } from '../files/read-file.ts';
import type { Io } from '../io.ts';

/** What the operator accepts from CI jobs: tokens of these issuers, and signatures under this root. */
export function acceptedIssuers(io: Io): Pick<ServeOptions, 'oidcIssuers' | 'trustedRoot'> {
  return {
    oidcIssuers: parseNamed('TOOLMARK_OIDC_ISSUERS', io.env.TOOLMARK_OIDC_ISSUERS, parseOidcIssuers, io),
    trustedRoot: parseNamed('TOOLMARK_TRUSTED_ROOT', io.env.TOOLMARK_TRUSTED_ROOT, parseTrustedRoot, io),
  };
}

/** A file that cannot be used stops the start: without it other jobs would be accepted than the operator said. */
function parseNamed<T>(
  variable: string,
  file: string | undefined,
  parse: (bytes: Uint8Array) => T,
  io: Io,
): T | undefined {
  if (file === undefined || file === '') return undefined;
  try {
    return parse(readFile(file, io));
  } catch (cause) {
    if (!(cause instanceof ToolmarkError)) throw cause;
    throw new ToolmarkError(cause.code, `The file named by ${variable} cannot be used. ${cause.message}`, { cause });
  }
}
