import type { Target } from '../target.ts';
import { advisories } from './advisories.ts';
import { args } from './arguments.ts';
import { auditLog } from './audit-log.ts';
import { bundles } from './bundles.ts';
import { canonical } from './canonical.ts';
import { certificates } from './certificates.ts';
import { cleaning } from './cleaning.ts';
import { configs } from './configs.ts';
import { documents } from './documents.ts';
import { entries } from './entries.ts';
import { liveServer } from './live-server.ts';
import { lock } from './lock.ts';
import { messages } from './messages.ts';
import { patterns } from './patterns.ts';
import { policies } from './policies.ts';
import { reader } from './reader.ts';
import { revocation } from './revocation.ts';
import { scanTime } from './scan-time.ts';
import { scanning } from './scanning.ts';
import { schemas } from './schemas.ts';
import { signatures } from './signatures.ts';
import { tools } from './tools.ts';
import { versions } from './versions.ts';

export const TARGETS: readonly Target[] = [
  ...[
    reader,
    canonical,
    tools,
    documents,
    lock,
    liveServer,
    schemas,
    patterns,
    policies,
    args,
    advisories,
    auditLog,
    bundles,
    entries,
  ],
  ...[signatures, certificates, revocation, cleaning, scanning, scanTime, configs, messages, versions],
];
