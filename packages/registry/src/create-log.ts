import { type Logger, pino } from 'pino';
import { logText } from './log-text.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Secrets are never logged on purpose; these names are redacted in case one slips in. */
const SECRETS = ['token', 'password', 'authorization', 'cookie', 'adminToken', 'databaseUrl', 'connectionString'];

export type LogFormat = 'json' | 'text';

/** A log of JSON lines, or of readable text lines. */
export function createLog(level: LogLevel, write: (line: string) => void, format: LogFormat = 'json'): Logger {
  const paths = ['', '*.', '*.*.'].flatMap(above => SECRETS.map(name => above + name));
  return pino(
    { level, redact: { paths, censor: '[redacted]' } },
    { write: format === 'json' ? write : line => write(logText(line)) },
  );
}
