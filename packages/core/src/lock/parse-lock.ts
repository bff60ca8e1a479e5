import {
  type Digest,
  type Finding,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  type ReadOptions,
  ToolmarkError,
} from '../base/index.ts';
import { readInput, refuseMalformed } from '../describe/index.ts';
import { findContradictions } from './contradictions.ts';
import type { Lock, LockedItem, LockedServer, LockedTool } from './lock.ts';
import { findLockErrors } from './lock-shape.ts';
import type { LockedPackage } from './locked-package.ts';
import type { Attested, LockedPublisher } from './publisher.ts';

/** Many servers in one file; the lists of a server are five levels deeper here than in its replies. */
export const LOCK_LIMITS: Required<ReadOptions> = { maxBytes: 64 * 1024 * 1024, maxDepth: 160, maxValues: 4_000_000 };

/**
 * A lock from bytes, or from a value made elsewhere. Throws `lock.unsupported-version`, `lock.malformed` or
 * `lock.contradicts-itself` with every reason. What it returns has been verified: drift need not hash it again.
 */
export function parseLock(input: Uint8Array | unknown): Lock {
  const lock = readLock(input);
  refuseContradictions(findContradictions(lock));
  return lock;
}

/** A lock of the right shape. Its digests may be wrong. */
export function readLock(input: Uint8Array | unknown): Lock {
  const value = readInput(input, 'lock.malformed', LOCK_LIMITS);
  refuseOtherVersions(value);
  refuseMalformed(findLockErrors(value), 'lock.malformed', 'This is not a lock file');
  return toLock(value as JsonObject);
}

function refuseOtherVersions(value: Json): void {
  if (!isJsonObject(value)) return;
  const version = member(value, 'lockfileVersion');
  if (typeof version === 'number' && version !== 1 && version !== 2) {
    const message = `This lock has lockfileVersion ${version}, and this Toolmark reads versions 1 and 2. Update Toolmark, or lock again.`;
    throw new ToolmarkError('lock.unsupported-version', message, { pointer: '/lockfileVersion' });
  }
  const isMcptrust =
    typeof member(value, 'lockFileVersion') === 'string' || typeof member(value, 'version') === 'string';
  if (version === undefined && isMcptrust && member(value, 'servers') === undefined) {
    const message = 'This looks like an MCPTrust lock. Import it with "toolmark lock --import FILE".';
    throw new ToolmarkError('lock.unsupported-version', message);
  }
}

function refuseContradictions(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const [first] = findings as readonly [Finding];
  const more = findings.length > 1 ? ` And ${findings.length - 1} more.` : '';
  const message = `The lock contradicts itself at ${quoteInert(first.pointer, 200)}: ${first.message}${more} Run "toolmark lock" and review what it would pin.`;
  throw new ToolmarkError('lock.contradicts-itself', message, { pointer: first.pointer, findings });
}

/** The shape has been proven. */
function toLock(value: JsonObject): Lock {
  const lockfileVersion = value.lockfileVersion === 2 ? 2 : 1;
  return { lockfileVersion, servers: mapOf<LockedServer>(value.servers, toServer) };
}

function toServer(value: JsonObject): LockedServer {
  const { allow, attested, instructions, instructionVariants, package: bound, publisher } = value;
  const { serverInfo, surfaceDigest } = value;
  return {
    surfaceDigest: surfaceDigest as Digest,
    ...(allow === 'subset' ? { allow } : {}),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    ...(instructionVariants === undefined ? {} : { instructionVariants: instructionVariants as readonly string[] }),
    ...(bound === undefined ? {} : { package: bound as unknown as LockedPackage }),
    ...(publisher === undefined ? {} : { publisher: publisher as unknown as LockedPublisher }),
    ...(attested === undefined ? {} : { attested: attested as unknown as Attested }),
    serverInfo: serverInfo as JsonObject,
    tools: mapOf(value.tools, item => item as unknown as LockedTool),
    prompts: mapOf(value.prompts, item => item as unknown as LockedItem),
    resources: mapOf(value.resources, item => item as unknown as LockedItem),
    templates: mapOf(value.templates, item => item as unknown as LockedItem),
  };
}

function mapOf<Value>(value: Json | undefined, convert: (item: JsonObject) => Value): Map<string, Value> {
  return new Map(Object.entries(value as JsonObject).map(([key, item]) => [key, convert(item as JsonObject)]));
}
