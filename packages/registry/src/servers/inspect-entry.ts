import { type Finding, type McpTool, quoteInert, sha256, ToolmarkError, validate } from '@toolmark/core';
import {
  parseServerJson,
  SERVER_LIMITS,
  type ServerJson,
  type ServerTool,
  toolsOfServer,
} from '@toolmark/core/formats';
import { pythonForm } from '@toolmark/core/json';
import { penaltyOf } from '@toolmark/core/registry';
import { type ScanFinding, scan } from '@toolmark/scan';
import type { PublishedTool } from '../events/event.ts';
import { MAX_TOOLS } from './project-servers.ts';
import { type PackageHost, packageHosts, type RemoteClaim, remoteClaim } from './remote-claim.ts';

/** Everything about an entry that does not depend on the rest of the registry. */
export interface InspectedEntry {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly digest: string;
  readonly bytes: Uint8Array;
  readonly remotes: readonly RemoteClaim[];
  readonly packages: readonly PackageHost[];
  readonly tools: readonly PublishedTool[];
  readonly findings: readonly Finding[];
}

/** Room for the largest accepted extension, and as much for everything else. */
export const MAX_ENTRY_BYTES = 2 * SERVER_LIMITS.toolhiveExtension;

/** Reads an entry of the MCP Registry. Throws `server.*` with all findings. */
export function inspectEntry(bytes: Uint8Array, now: Date): InspectedEntry {
  if (bytes.length > MAX_ENTRY_BYTES) throw tooLarge();
  const { server, findings } = parseServerJson(bytes, { maxExtensionBytes: SERVER_LIMITS.toolhiveExtension });
  const { name, version, description, remotes = [] } = server;
  const defined = toolsOfServer(server);
  if (defined.length > MAX_TOOLS) throw tooManyTools();
  refuseInvalid([...findInvalid(bytes, now), ...findContradictions(defined)]);
  const found = scanTools(server, defined, now);
  return {
    ...{ name, version, description, bytes, digest: sha256(bytes) },
    remotes: remotes.map(remoteClaim),
    packages: packageHosts(server),
    tools: defined.map(({ definition, digest }, index) => ({
      ...{ name: definition.name, digest, content: contentOf(definition) },
      penalty: penaltyOf(found.filter(({ pointer }) => concerns(pointer, index))),
    })),
    findings: [...findings, ...found],
  };
}

/** Warnings for an author, but errors here: everyone finds and calls the tool by its name. */
const NAMES: ReadonlySet<string> = new Set(['semantic.tool-name']);

/** The same result as `toolmark validate`, which users may run on the entry. */
function findInvalid(bytes: Uint8Array, now: Date): readonly Finding[] {
  const { kind, findings } = validate(bytes, { now, maxExtensionBytes: SERVER_LIMITS.toolhiveExtension });
  const errors = findings
    .filter(({ code, severity }) => severity === 'error' || NAMES.has(code))
    .map((finding): Finding => ({ ...finding, severity: 'error' }));
  // For any other kind, the tools in it were not validated.
  if (kind === 'server-json' || errors.length > 0) return errors;
  return [{ code: 'semantic.ambiguous', severity: 'error', pointer: '', message: 'This is not only a server.json.' }];
}

/** A package and a remote often define the same tools. Definitions with one name must not differ. */
function findContradictions(defined: readonly ServerTool[]): readonly Finding[] {
  const first = new Map<string, ServerTool>();
  return defined.flatMap((tool): Finding[] => {
    const { definition, digest, key, pointer } = tool;
    const { name } = definition;
    const known = first.get(name) ?? tool;
    first.set(name, known);
    // Two in one list are already a finding.
    if (known.digest === digest || known.key === key) return [];
    const message = `The tool ${quoteInert(name)} has another definition elsewhere in this entry. Define it once.`;
    return [{ code: 'semantic.duplicate-name', severity: 'error', pointer, message, tool: name }];
  });
}

function refuseInvalid(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const count = findings.length === 1 ? '1 error' : `${findings.length} errors`;
  throw new ToolmarkError('server.invalid-tools', `Invalid tool definitions: ${count}.`, { findings });
}

function scanTools({ name }: ServerJson, tools: readonly ServerTool[], now: Date): readonly ScanFinding[] {
  if (tools.length === 0) return [];
  const snapshot = { tools: tools.map(({ definition }) => definition) };
  return scan([{ server: name, snapshot }], { now }).servers.flatMap(({ findings }) => findings);
}

/** A finding that belongs to no single tool counts for all. */
function concerns(pointer: string, index: number): boolean {
  const [, place] = /^\/tools\/(\d+)(?:\/|$)/.exec(pointer) ?? [];
  return place === undefined || Number(place) === index;
}

/** The same digest as for a document, so copies are recognised across both. */
function contentOf({ description = '', inputSchema = {} }: McpTool): string {
  return sha256(pythonForm({ description, parameters: inputSchema }));
}

function tooLarge(): ToolmarkError {
  return new ToolmarkError('request.too-large', `An entry has at most ${MAX_ENTRY_BYTES} bytes.`);
}

function tooManyTools(): ToolmarkError {
  return new ToolmarkError('server.too-many-tools', `An entry defines at most ${MAX_TOOLS} tools.`);
}
