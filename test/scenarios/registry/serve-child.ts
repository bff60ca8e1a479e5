import { serve } from '@toolmark/registry';
import { pino } from 'pino';

/** A registry in its own process: prints its address, and ends on SIGTERM or when its parent is gone. */
const options = JSON.parse(process.argv[2] ?? '{}') as { data: string; databaseUrl?: string; adminToken: string };
try {
  const serving = await serve({
    ...{ host: '127.0.0.1', port: 0, log: pino({ level: 'silent' }), now: () => new Date() },
    rateLimits: { readsPerMinute: 1e6, writesPerMinute: 1e6, failuresPerMinute: 1e6 },
    ...options,
  });
  process.stdout.write(`${JSON.stringify({ url: serving.url })}\n`);
  const end = () => void serving.close().then(() => process.exit(0));
  process.once('SIGTERM', end);
  process.stdin.once('end', end).resume();
} catch (error) {
  process.stdout.write(`${JSON.stringify({ code: (error as { code?: string }).code, message: String(error) })}\n`);
  process.exit(1);
}
