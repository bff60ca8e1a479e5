import {
  isJsonObject,
  joinViews,
  member,
  pin,
  type SeenServer,
  type Snapshot,
  ToolmarkError,
  type View,
} from '@toolmark/core';
import { connect } from './connect.ts';
import { type ClientCapabilities, type ConnectOptions, DEFAULT_TIMEOUT_MS } from './connection.ts';
import { startDeadline } from './deadline.ts';
import type { ServerSource } from './server-source.ts';
import type { Protocol } from './version-negotiation.ts';

/**
 * How much of what a server shows to different clients is asked for. `one`: what the first client sees; `two`: also what one sees that
 * declares nothing and, where there is another, speaks the other generation of MCP; `all`: if those differ, what makes the difference.
 */
export type Views = 'one' | 'two' | 'all';

export interface SeeingOptions extends Omit<ConnectOptions, 'capabilities'> {
  readonly capabilities: ClientCapabilities;
  /** Asked once the first client is answered. */
  readonly viewsOf: (isModern: boolean) => Views | Promise<Views>;
  readonly onConnected: () => void;
  /** A view that could not be asked for. */
  readonly onUnavailable: (client: string, error: ToolmarkError) => void;
}

/** Asks a server as several clients, one after the other: some servers cannot run twice at the same time. */
export async function seeServer(source: ServerSource, options: SeeingOptions): Promise<SeenServer> {
  const { capabilities, protocol = 'auto' } = options;
  const ask = async (as: Asked): Promise<View & { isModern: boolean }> => {
    const { snapshot, isModern } = await snapshotOf(source, { ...options, ...as });
    return { snapshot, isModern, capabilities: namesOf(as.capabilities) };
  };
  const first = await ask({ protocol, capabilities });
  const wanted = await options.viewsOf(first.isModern);
  if (wanted === 'one') return first.snapshot;
  const others: View[] = [];
  const askToo = async (as: Asked): Promise<void> => {
    const found = await ask(as).catch((error: unknown) => {
      if (!(error instanceof ToolmarkError) || options.signal?.aborted === true) throw error;
      options.onUnavailable(describe(as), error);
    });
    if (found !== undefined) others.push(found);
  };
  const same = first.isModern ? 'modern' : 'legacy';
  const other = first.isModern && protocol === 'auto' ? 'legacy' : same;
  await askToo({ protocol: other, capabilities: {} });
  if (wanted === 'two' || others.every(view => isSameSurface(view.snapshot, first.snapshot)))
    return joinViews(first, others);
  if (other !== same) {
    await askToo({ protocol: same, capabilities: {} });
    await askToo({ protocol: other, capabilities });
  }
  const singles = singlesOf(capabilities);
  for (const single of singles.length > 1 ? singles : []) await askToo({ protocol: same, capabilities: single });
  return joinViews(first, others);
}

type Asked = Pick<SeeingOptions, 'capabilities'> & { readonly protocol: Protocol };

async function snapshotOf(
  source: ServerSource,
  { onConnected, ...options }: SeeingOptions,
): Promise<{ snapshot: Snapshot; isModern: boolean }> {
  // The time-out covers connecting and listing together.
  const whole = new AbortController();
  const deadline = startDeadline(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
  deadline.watch(error => whole.abort(error));
  try {
    const connection = await connect(source, { ...options, signal: whole.signal });
    try {
      onConnected();
      return { snapshot: await connection.takeSnapshot(), isModern: connection.protocolVersion >= '2026' };
    } finally {
      await connection.close();
    }
  } finally {
    deadline.stop();
  }
}

function isSameSurface(a: Snapshot, b: Snapshot): boolean {
  return pin(a).surfaceDigest === pin(b).surfaceDigest;
}

function describe({ protocol, capabilities }: Asked): string {
  const names = namesOf(capabilities);
  const generation = protocol === 'modern' ? '2026-07-28' : '2025-11-25';
  return `a client of ${generation} that declares ${names.length === 0 ? 'no capabilities' : names.join(', ')}`;
}

/** The capabilities and the ids of extensions that are declared. */
function namesOf(capabilities: ClientCapabilities): string[] {
  return singlesOf(capabilities).flatMap(single => {
    const extensions = member(single, 'extensions');
    return extensions !== undefined && isJsonObject(extensions) ? Object.keys(extensions) : Object.keys(single);
  });
}

/** Each capability and each extension alone. */
function singlesOf(capabilities: ClientCapabilities): ClientCapabilities[] {
  return Object.entries(capabilities).flatMap(([name, value]) =>
    name === 'extensions' && isJsonObject(value)
      ? Object.entries(value).map(([id, settings]) => ({ extensions: { [id]: settings } }))
      : [{ [name]: value }],
  );
}
