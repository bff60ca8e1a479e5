import { isJsonObject, type Json, ToolmarkError } from '@toolmark/core';

/** A failure of npm in our own words. Its own texts are not used: they may contain tokens and text of the registry. */
export function explainNpm(error: Json | undefined, subject: string): ToolmarkError {
  const code = isJsonObject(error) && typeof error.code === 'string' ? error.code : '';
  const found = REASONS.find(({ codes }) => codes.test(code));
  if (found !== undefined) return new ToolmarkError(found.code, `${subject}: ${found.says}`);
  const shown = /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? ` (${code})` : '';
  const message = `${subject}: npm failed${shown}. Run the command of the server by hand to see why.`;
  return new ToolmarkError('package.resolver-failed', message);
}

interface Reason {
  readonly codes: RegExp;
  readonly code: string;
  readonly says: string;
}

const REASONS: readonly Reason[] = [
  {
    codes: /^E404$/,
    code: 'package.not-found',
    says: 'the registry does not have this package, or one that it needs. Check the name and the registry in .npmrc.',
  },
  {
    codes: /^(?:ETARGET|ENOVERSIONS)$/,
    code: 'package.no-such-version',
    says: 'the registry does not have a version that fits. Check the version in the command; one of its dependencies may be missing too.',
  },
  {
    codes: /^(?:EINTEGRITY|Z_DATA_ERROR|Z_BUF_ERROR|TAR_BAD_ARCHIVE|TAR_ENTRY_INVALID|TAR_ABORT)$/,
    code: 'package.integrity-mismatch',
    says: 'the registry served other bytes than those that were pinned. Nothing was installed. Do not use the package before you know why.',
  },
  {
    codes: /^(?:E401|E403|ENEEDAUTH|EOTP|EAUTHIP|EAUTHUNKNOWN)$/,
    code: 'package.unauthorized',
    says: 'the registry requires a login. Check the token for it in .npmrc.',
  },
  {
    codes:
      /^(?:ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|EAI_FAIL|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|EPIPE|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ERESPONSETIMEOUT|ETRANSFERTIMEOUT|ECONNECTIONTIMEOUT|FETCH_ERROR|ERR_SSL_.*|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/,
    code: 'package.offline',
    says: 'the registry cannot be reached. Check the network, the proxy and the registry in .npmrc.',
  },
  {
    codes: /^E5\d\d$/,
    code: 'package.offline',
    says: 'the registry failed to answer. Try again later.',
  },
  {
    // Before version 11, npm fails to start git, which is disabled, or to read the file.
    codes: /^(?:EALLOW(?:GIT|REMOTE|FILE|DIRECTORY)|ENOGIT|ENOTDIR|ENOENT|EUNSUPPORTEDPROTOCOL|EINVALIDTYPE)$/,
    code: 'package.unsupported-source',
    says: 'a dependency comes from git, a URL or a folder, whose bytes have no digest in the registry. It cannot be pinned; use --no-package to lock only the tools.',
  },
  {
    codes: /^TAR_ENTRY_ERROR$/,
    code: 'package.unsafe-path',
    says: 'an archive has a file that npm refused to write. Nothing was installed. Report the package to its author.',
  },
  {
    codes: /^EBADPLATFORM$/,
    code: 'package.wrong-platform',
    says: 'the package is not for this operating system or processor.',
  },
  {
    codes: /^ERESOLVE$/,
    code: 'package.resolver-failed',
    says: 'its peer dependencies contradict each other, so npm cannot resolve it. Ask its author.',
  },
  {
    codes: /^(?:EUSAGE|ELOCKVERIFY)$/,
    code: 'packages.contradicts-itself',
    says: 'npm cannot install its tree. If toolmark.packages.json was edited, restore it. If this is a new lock, npm cannot lock this package: use "toolmark lock --no-package".',
  },
  {
    codes: /^(?:ENOSPC|EDQUOT)$/,
    code: 'store.no-space',
    says: 'no space left to install it. Free space, or set TOOLMARK_STORE and the cache of npm to another disk.',
  },
];
