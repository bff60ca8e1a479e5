import type { Migration } from '../migration.ts';
import { tools } from './0001-tools.ts';
import { servers } from './0002-servers.ts';
import { words } from './0003-words.ts';
import { contents } from './0004-contents.ts';
import { revokedCertificates } from './0005-revoked-certificates.ts';
import { advised } from './0006-advised.ts';
import { standing } from './0007-standing.ts';
import { trustedPublishers } from './0008-trusted-publishers.ts';
import { attestations } from './0009-attestations.ts';

/** In order. Never reordered or removed. */
export const MIGRATIONS: readonly Migration[] = [
  tools,
  servers,
  words,
  contents,
  revokedCertificates,
  advised,
  standing,
  trustedPublishers,
  attestations,
];
