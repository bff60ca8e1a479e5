import type { VersionNegotiationOptions } from '@modelcontextprotocol/client';

/**
 * Which generation of MCP to ask in. `auto`: `server/discover` first, `initialize` when the server does not know it;
 * `legacy`: `initialize` alone, as hosts on older SDKs do; `modern`: 2026-07-28 alone.
 */
export type Protocol = 'auto' | 'legacy' | 'modern';

const MODERN = '2026-07-28';
const LONGEST_PROBE_MS = 5_000;

/** What the SDK is told about versions. */
export function versionNegotiation(
  kind: 'stdio' | 'http',
  protocol: Protocol,
  timeoutMs: number,
): VersionNegotiationOptions {
  const mode = protocol === 'modern' ? { pin: MODERN } : protocol;
  return { mode, probe: { timeoutMs: probeMs(kind, protocol, timeoutMs) } };
}

/**
 * A child that never answers what it does not know must still have time left for `initialize`. Everywhere else the SDK gets
 * more time than there is, so that our deadline is the one that counts.
 */
export function probeMs(kind: 'stdio' | 'http', protocol: Protocol, timeoutMs: number): number {
  return kind === 'stdio' && protocol === 'auto' ? Math.min(timeoutMs / 2, LONGEST_PROBE_MS) : 2 * timeoutMs;
}
