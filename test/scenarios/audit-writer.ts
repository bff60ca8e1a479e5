import { openAuditLog } from '@toolmark/mcp';

/**
 * Writes records until it is killed or refused, and says on standard output which ones are written. On a busy machine the
 * kill comes late: it stops by itself before there is so much that verifying takes minutes.
 */
const MAX_RECORDS = 2_000;
const [file = ''] = process.argv.slice(2);
const lock = `sha256:${'a'.repeat(64)}` as const;
const start = { lock, policy: null, mode: 'enforce', toolmark: '0.1.0' } as const;
try {
  const log = openAuditLog({ path: file, now: () => new Date(), start });
  for (let count = 0; count < MAX_RECORDS; count++) {
    const { seq } = log.append({ event: 'outcome', id: 'x'.repeat(1_000), ok: true });
    process.stdout.write(`${seq}\n`);
  }
  setInterval(() => {}, 1_000);
} catch (error) {
  process.stdout.write(`${(error as { code?: string }).code}\n`);
}
