import { openAuditLog } from '@toolmark/mcp';

/** Writes records until it is killed or refused, and says on standard output which ones are written. */
const [file = ''] = process.argv.slice(2);
const lock = `sha256:${'a'.repeat(64)}` as const;
const start = { lock, policy: null, mode: 'enforce', toolmark: '0.1.0' } as const;
try {
  const log = openAuditLog({ path: file, now: () => new Date(), start });
  for (;;) {
    const { seq } = log.append({ event: 'outcome', id: 'x'.repeat(1_000), ok: true });
    process.stdout.write(`${seq}\n`);
  }
} catch (error) {
  process.stdout.write(`${(error as { code?: string }).code}\n`);
}
