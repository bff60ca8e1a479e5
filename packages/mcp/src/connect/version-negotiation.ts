import type { VersionNegotiationOptions } from '@modelcontextprotocol/client';

/**
 * The MCP generation to use. `auto`: `server/discover`, with a fallback to `initialize`; `legacy`: `initialize` only, like
 * hosts on older SDKs; `modern`: 2026-07-28 only.
 */
export type Protocol = 'auto' | 'legacy' | 'modern';

const MODERN = '2026-07-28';
const LONGEST_PROBE_MS = 5_000;

/** Version options for the SDK. */
export function versionNegotiation(
  kind: 'stdio' | 'http',
  protocol: Protocol,
  timeoutMs: number,
): VersionNegotiationOptions {
  const mode = protocol === 'modern' ? { pin: MODERN } : protocol;
  return { mode, probe: { timeoutMs: probeMs(kind, protocol, timeoutMs) } };
}

/** Leaves time for `initialize` if a child ignores `server/discover`. Otherwise only our own deadline counts. */
export function probeMs(kind: 'stdio' | 'http', protocol: Protocol, timeoutMs: number): number {
  return kind === 'stdio' && protocol === 'auto' ? Math.min(timeoutMs / 2, LONGEST_PROBE_MS) : 2 * timeoutMs;
}
