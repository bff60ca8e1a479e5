import { type Json, type JsonObject, member, type Policy, quoteInert, ToolmarkError } from '@toolmark/core';
import { metaOf } from '../json-rpc.ts';

type Version = NonNullable<Policy['minProtocolVersion']>;

const VERSIONS: readonly Version[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
/** The revisions with `initialize`. */
export const LEGACY_VERSIONS: readonly string[] = VERSIONS.filter(version => version < '2026');
const VERSION_META = 'io.modelcontextprotocol/protocolVersion';

/** The lowest MCP revision of a policy, applied to both sides of the guard (docs/spec/guard.md, section 7). */
export class ProtocolFloor {
  private readonly min: Version;

  constructor(min: Version) {
    this.min = min;
  }

  /**
   * Why a client request is refused. A client requests its newest revision, so one that the guard does not know may still be
   * negotiated down to an allowed one: the answer of the server decides. Since 2026-07-28 every request names its revision, before
   * only `initialize`.
   */
  refusalOfClient(method: string, params: JsonObject, isModern = false): ToolmarkError | undefined {
    const named = method === 'initialize' ? params.protocolVersion : member(metaOf(params), VERSION_META);
    if (named === undefined && method !== 'initialize' && !isModern) return undefined;
    if (named !== undefined && isDate(named) && named >= this.min) return undefined;
    return this.refusal('The client asks for', named);
  }

  /** Why a server with this `initialize` or `server/discover` result is refused. */
  refusalOfServer(key: string, method: string, result: JsonObject): ToolmarkError | undefined {
    const { protocolVersion = null, supportedVersions } = result;
    const spoken = method === 'initialize' ? [protocolVersion] : supportedVersions;
    if (Array.isArray(spoken) && this.allowed(spoken).length > 0) return undefined;
    return this.refusal(`The server ${quoteInert(key)} speaks`, Array.isArray(spoken) ? spoken[0] : undefined);
  }

  /** The allowed revisions. */
  allowed(versions: readonly Json[]): Json[] {
    return versions.filter(version => VERSIONS.some(known => known === version && known >= this.min));
  }

  private refusal(who: string, version: Json | undefined): ToolmarkError {
    const shown = typeof version === 'string' ? `MCP ${quoteInert(version, 40)}` : 'no usable MCP revision';
    return new ToolmarkError('guard.protocol-too-old', `${who} ${shown}; the policy requires ${this.min} or later.`);
  }
}

function isDate(version: Json): version is string {
  return typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version);
}
