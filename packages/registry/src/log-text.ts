import { inert } from '@toolmark/core';

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** A readable log line: time, level, message, then every other member as `name=value`. */
export function logText(line: string): string {
  const { time, level, msg, pid, hostname, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const members = Object.entries(rest).map(([name, value]) => `${name}=${shown(value)}`);
  const at = new Date(Number(time)).toISOString();
  return `${[at, (LEVELS[Number(level)] ?? 'log').padEnd(5), inert(String(msg ?? '')), ...members].join(' ')}\n`;
}

function shown(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 10) / 10);
  return typeof value === 'string' && /^[\w.:@/+-]+$/.test(value) ? value : inert(JSON.stringify(value));
}
