import {
  type Finding,
  inert,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  pointerKeys,
  quoteInert,
  sortFindings,
  ToolmarkError,
} from '../../base/index.ts';
import { readInput, refuseMalformed } from '../door.ts';
import { findMisnamedHints } from '../hints.ts';
import { findToolList, parseMcpTool } from '../mcp-tool.ts';
import { type Kind, recognise } from '../recognise.ts';
import { parseSnapshot, type Snapshot } from '../snapshot.ts';
import { completeFragment } from './complete-fragment.ts';
import { type DescribeOptions, snapshotToServer } from './describe-server.ts';
import { type DockerTool, findDockerToolErrors, parseDockerEntry } from './docker.ts';
import { dockerToServer } from './docker-to-server.ts';
import { dockerEntryToTools, dockerToTools } from './docker-tools-list.ts';
import { deploymentKeys, extensionsOf, PUBLISHER_POINTER, providedIn } from './extension.ts';
import { extensionBytes } from './extension-size.ts';
import { finishServer } from './finish-server.ts';
import { Ledger, type Loss } from './ledger.ts';
import { serverRegistryToToolhive, toolhiveRegistryToServers } from './registries.ts';
import { parseServerJson } from './server-json.ts';
import type { ServerJson } from './server-shape.ts';
import { serverToDocker } from './server-to-docker.ts';
import { serverToToolhive } from './server-to-toolhive.ts';
import { serverToTools, toolhiveToTools } from './tool-list.ts';
import { isToolhiveRegistry, parseToolhiveEntry } from './toolhive.ts';
import { toolhiveToServer } from './toolhive-to-server.ts';
import { definitionsOf } from './tools-of-server.ts';

export const REGISTRY_FORMATS = ['upstream', 'toolhive', 'docker', 'mcp'] as const;
export type RegistryFormat = (typeof REGISTRY_FORMATS)[number];

export interface ConvertOptions extends DescribeOptions {
  /** Without it the format is recognised. */
  readonly from?: RegistryFormat;
  readonly to: RegistryFormat;
}

export interface Conversion {
  readonly result: Json;
  /** Every value that is not in the result as it was. */
  readonly losses: readonly Loss[];
  readonly warnings: readonly Finding[];
  readonly from: RegistryFormat;
  readonly to: RegistryFormat;
}

/** One entry, or a whole registry, in another format (docs/spec/interop.md). Throws on what cannot be converted at all. */
export function convert(input: Uint8Array | unknown, options: ConvertOptions): Conversion {
  const value = readInput(input, 'convert.malformed');
  const from = options.from ?? formatOf(recognise(value));
  const ledger = new Ledger();
  const result = convertValue(value, from, options, ledger);
  const { losses, warnings } = ledger;
  const real = losses.filter(({ pointer }) => isPlaceIn(value, pointerKeys(pointer)));
  return { result, losses: sortLosses(real), warnings: sortFindings(warnings), from, to: options.to };
}

/** A step may report a member that the previous step would have set. */
function isPlaceIn(value: Json, keys: readonly string[]): boolean {
  let here: Json | undefined = value;
  for (const key of keys) {
    if (typeof here !== 'object' || here === null) return false;
    here = Array.isArray(here) ? here[Number(key)] : member(here as JsonObject, key);
  }
  return here !== undefined;
}

const KINDS: Readonly<Partial<Record<Kind, RegistryFormat>>> = {
  'server-json': 'upstream',
  'server-registry': 'upstream',
  toolhive: 'toolhive',
  docker: 'docker',
  'mcp-tool': 'mcp',
  'mcp-tools': 'mcp',
};

function formatOf(kind: Kind): RegistryFormat {
  const format = KINDS[kind];
  if (format !== undefined) return format;
  const message = `This is neither a registry entry nor a list of tools (${kind}). Give its format with --from.`;
  throw new ToolmarkError('convert.unrecognised', message);
}

function convertValue(value: Json, from: RegistryFormat, options: ConvertOptions, ledger: Ledger): Json {
  if (isRegistry(value, from)) return convertRegistry(value, from, options, ledger);
  switch (from) {
    case 'upstream':
      return convertServer(value, options, ledger);
    case 'toolhive':
      return convertToolhive(value, options, ledger);
    case 'docker':
      return convertDocker(value, options, ledger);
    case 'mcp':
      return convertTools(value, options, ledger);
  }
}

function isRegistry(value: Json, from: RegistryFormat): boolean {
  if (!isJsonObject(value)) return false;
  return from === 'upstream'
    ? recognise(value) === 'server-registry'
    : from === 'toolhive' && isToolhiveRegistry(value);
}

function convertRegistry(value: Json, from: RegistryFormat, options: ConvertOptions, ledger: Ledger): Json {
  if (options.to === from) return value;
  if (options.to === 'upstream') return toolhiveRegistryToServers(value, options, ledger);
  if (options.to === 'toolhive') return serverRegistryToToolhive(value, ledger);
  throw new ToolmarkError(
    'convert.whole-registry',
    `${options.to} has no form for a whole registry. Convert one entry at a time.`,
  );
}

function convertServer(value: Json, options: ConvertOptions, ledger: Ledger): Json {
  const whole = completeFragment(value, options, options.to !== 'mcp', ledger);
  const { server, findings } = parseServerJson(whole, { maxExtensionBytes: Number.POSITIVE_INFINITY });
  takeOver(
    findings.filter(({ pointer }) => isPlaceIn(value, pointerKeys(pointer))),
    ledger,
  );
  for (const { pointer, value: extension } of extensionsOf(server))
    warnOfHints(definitionsOf(extension), `${pointer}/tool_definitions`, ledger);
  if (options.to === 'upstream') return refitted(server, options, ledger);
  refuseLostTools(server);
  return fromServer(server, options, ledger);
}

/** Tools under an unknown key would be dropped, and a list of losses is easily overlooked. */
function refuseLostTools(server: ServerJson): void {
  const lost = extensionsOf(server).find(({ isMatched, value }) => !isMatched && definitionsOf(value).length > 0);
  if (lost === undefined) return;
  const keys = [...deploymentKeys(server)].map(key => quoteInert(key, 200)).join(' or ');
  const message = `The tool definitions at ${inert(lost.pointer)} do not belong to a package or remote of this server. Their key must be ${keys}.`;
  throw new ToolmarkError('convert.extension-key', message, { pointer: lost.pointer });
}

/** The same server; only a limit changes it, and where it keeps its data. */
function refitted(server: ServerJson, options: ConvertOptions, ledger: Ledger): ServerJson {
  const provided = providedIn(server);
  const limit = options.maxExtensionBytes;
  if (provided === undefined) return server;
  const isFitting = limit === undefined || extensionBytes(provided.value) <= limit;
  if (isFitting && provided.pointer === PUBLISHER_POINTER) return server;
  ledger.move('', '');
  ledger.move(provided.pointer, PUBLISHER_POINTER);
  const { meta: _, ...rest } = server;
  return finishServer(provided.pointer === PUBLISHER_POINTER ? server : rest, provided.value, options, ledger);
}

function fromServer(server: ServerJson, { to, name }: ConvertOptions, ledger: Ledger): Json {
  if (to === 'mcp') return serverToTools(server, ledger);
  return to === 'docker' ? serverToDocker(server, name, ledger) : serverToToolhive(server, '', ledger);
}

function convertToolhive(value: Json, options: ConvertOptions, ledger: Ledger): Json {
  const { entry, findings } = parseToolhiveEntry(value);
  takeOver(findings, ledger);
  warnOfHints(definitionsOf(entry), '/tool_definitions', ledger);
  if (options.to === 'toolhive') return entry;
  if (options.to === 'mcp') return toolhiveToTools(entry, ledger);
  return bySteps(options, ledger, serverOptions => toolhiveToServer(entry, '', serverOptions, ledger));
}

function convertDocker(value: Json, options: ConvertOptions, ledger: Ledger): Json {
  if (Array.isArray(value) || (isJsonObject(value) && !Object.hasOwn(value, 'name'))) {
    return convertToolsJson(value, options, ledger);
  }
  const { entry, findings } = parseDockerEntry(value);
  takeOver(findings, ledger);
  warnOfHints((entry.tools ?? []) as readonly Json[], '/tools', ledger);
  if (options.to === 'docker') return entry;
  if (options.to === 'mcp') return dockerEntryToTools(entry, ledger);
  return bySteps(options, ledger, serverOptions => dockerToServer(entry, serverOptions, ledger));
}

/** A `tools.json` has no data about its server. */
function convertToolsJson(value: Json, options: ConvertOptions, ledger: Ledger): Json {
  const { tools, pointer } = findToolList(value) ?? { tools: [], pointer: '' };
  refuseMalformed(findDockerToolErrors(tools, pointer), 'docker.malformed', 'This is not a tools.json of Docker');
  warnOfHints(tools, pointer, ledger);
  if (options.to === 'docker') return value;
  const listed = dockerToTools(tools as readonly DockerTool[], pointer, ledger);
  if (options.to === 'mcp') return listed;
  tools.forEach((_, index) => {
    ledger.move(`${pointer}/${index}`, `/tools/${index}`);
  });
  return describedTools(parseSnapshot(listed), options, ledger);
}

function convertTools(value: Json, options: ConvertOptions, ledger: Ledger): Json {
  if (options.to === 'mcp') return value;
  const isOne = recognise(value) === 'mcp-tool';
  const snapshot = isOne ? onlyTool(value) : parseSnapshot(value);
  const at = findToolList(value)?.pointer;
  snapshot.tools.forEach((tool, index) => {
    const place = isOne ? '' : `${at}/${index}`;
    ledger.move(place, `/tools/${index}`);
    warnOfHint(tool, place, ledger);
  });
  return describedTools(snapshot, options, ledger);
}

function onlyTool(value: Json): Snapshot {
  return { tools: [parseMcpTool(value)], prompts: [], resources: [], templates: [] };
}

/** Two steps, like all others: the ledger has the pointer of each tool. */
function describedTools(snapshot: Snapshot, options: ConvertOptions, ledger: Ledger): Json {
  ledger.move('', '');
  const next = new Ledger();
  const result = bySteps(options, next, serverOptions =>
    snapshotToServer(snapshot, { ...options, ...serverOptions }, next),
  );
  ledger.follow(next);
  return result;
}

/** Converts through a `server.json`, without a limit if that is not the target. */
function bySteps(
  options: ConvertOptions,
  ledger: Ledger,
  toServer: (serverOptions: ConvertOptions) => ServerJson,
): Json {
  if (options.to === 'upstream') return toServer(options);
  const { name, ...rest } = options;
  const server = toServer({
    ...rest,
    ...(options.to === 'docker' || name === undefined ? {} : { name }),
    maxExtensionBytes: Number.POSITIVE_INFINITY,
  });
  const next = new Ledger();
  const result = fromServer(server, options, next);
  ledger.follow(next);
  return result;
}

function takeOver(findings: readonly Finding[], ledger: Ledger): void {
  for (const finding of findings) if (finding.severity === 'warning') ledger.warnings.push(finding);
}

function warnOfHints(tools: readonly Json[], at: string, ledger: Ledger): void {
  for (const [index, tool] of tools.entries()) warnOfHint(tool, `${at}/${index}`, ledger);
}

function warnOfHint(tool: Json, at: string, ledger: Ledger): void {
  if (isJsonObject(tool)) for (const finding of findMisnamedHints(tool, at)) ledger.warnings.push(finding);
}

function sortLosses(losses: readonly Loss[]): Loss[] {
  const texts = losses.map(loss => ({ loss, text: `${loss.pointer}\n${loss.reason}` }));
  return texts.toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)).map(({ loss }) => loss);
}
