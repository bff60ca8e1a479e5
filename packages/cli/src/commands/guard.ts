import { existsSync } from 'node:fs';
import path from 'node:path';
import { inert, type Policy, quoteInert, ToolmarkError } from '@toolmark/core';
import { DEFAULT_LIMITS } from '@toolmark/mcp';
import { Guard, type GuardMode, serveStdio } from '@toolmark/mcp/proxy';
import { askable, type SourceOptions } from '../find-servers.ts';
import { EXIT, type Io } from '../io.ts';
import { readLockBytes } from '../lock-file.ts';
import { parseLockBytes } from '../parse-lock-bytes.ts';
import { readPolicy } from '../read-policy.ts';
import { guardHttp, refuseHttpOptions } from './guard-http.ts';

export interface GuardArguments extends SourceOptions {
  readonly lockfile: string;
  readonly policy?: string;
  readonly mode: GuardMode;
  readonly http?: number;
  readonly host?: string;
  readonly tokenFile?: string;
  readonly timeout: number;
  readonly callTimeout: number;
  /** Seconds that a list counts as seen, or that it never does. */
  readonly recheck: number | 'every-call';
}

const POLICY_FILES = ['toolmark.policy.yaml', 'toolmark.policy.json'];

/** Stands between a client and its servers until the client goes away. */
export async function runGuard(given: GuardArguments, io: Io): Promise<number> {
  refuseHttpOptions(given);
  const lock = parseLockBytes(readLockBytes(given.lockfile, io), given.lockfile);
  const { servers, broken } = await askable(given, io);
  refuseBroken(broken);
  // Servers have no business with the secret of our clients.
  const { TOOLMARK_GUARD_TOKEN: _, ...env } = io.env;
  const guard = new Guard({
    servers,
    lock,
    policy: policyFor(given.policy, io),
    mode: given.mode,
    env,
    timeoutMs: given.timeout * 1000,
    callTimeoutMs: given.callTimeout * 1000,
    maxAgeMs: given.recheck === 'every-call' ? 0 : given.recheck * 1000,
    recheckEveryCall: given.recheck === 'every-call',
    limits: DEFAULT_LIMITS,
    talk: line => io.talk(`toolmark guard: ${line}\n`),
    now: Date.now,
  });
  if (given.http !== undefined) return guardHttp(guard, { ...given, http: given.http }, io);
  await serveStdio(guard, io.streams(), DEFAULT_LIMITS.maxBytes, io.untilStopped());
  return EXIT.yes;
}

/** A policy that lies here and is not used would be taken for one that is. */
function policyFor(file: string | undefined, io: Io): Policy {
  const found = file ?? POLICY_FILES.find(name => existsSync(path.join(io.cwd, name)));
  return found === undefined ? { version: 1 } : readPolicy(found, io);
}

function refuseBroken(broken: readonly { readonly key: string; readonly message: string }[]): void {
  const [first] = broken;
  if (first === undefined) return;
  const message = `The server ${quoteInert(first.key)} cannot be used: ${inert(first.message)}`;
  throw new ToolmarkError('guard.unusable-server', message);
}
