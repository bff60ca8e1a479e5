import {
  child,
  type Finding,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  ToolmarkError,
} from '../../base/index.ts';
import type { Snapshot } from '../snapshot.ts';
import { PUBLISHER_POINTER, TOOLHIVE_NAMESPACE } from './extension.ts';
import { finishServer, type ServerJsonOptions } from './finish-server.ts';
import { Ledger, type Loss } from './ledger.ts';
import { refuseServerName } from './names.ts';
import { isServerName, isServerVersion, isUri, SERVER_LIMITS, SERVER_SCHEMA } from './server-rules.ts';
import type { ServerJson } from './server-shape.ts';
import { isLonger } from './shape.ts';
import { shortened } from './toolhive-to-server.ts';
import { isListable } from './tools-mismatch.ts';

export interface DescribeOptions extends ServerJsonOptions {
  /** The package that holds the server, as in npm, PyPI or a registry of images. */
  readonly package?: { readonly registryType: string; readonly identifier: string; readonly version?: string };
  /** Where the server is reached. */
  readonly url?: string;
}

export interface DescribedServer {
  readonly server: ServerJson;
  readonly losses: readonly Loss[];
  readonly warnings: readonly Finding[];
}

/** A publishable entry for a live server, with complete tools. */
export function describeServer(snapshot: Snapshot, options: DescribeOptions): DescribedServer {
  const ledger = new Ledger();
  const server = snapshotToServer(snapshot, options, ledger);
  return { server, losses: ledger.losses, warnings: ledger.warnings };
}

export function snapshotToServer(snapshot: Snapshot, options: DescribeOptions, ledger: Ledger): ServerJson {
  const info = snapshot.serverInfo ?? {};
  const name = nameOf(info, options, ledger);
  loseMore(snapshot, ledger);
  if (textOf(info, 'name') !== name && info.name !== undefined)
    ledger.lose('/serverInfo/name', 'The entry has another name.');
  const server: ServerJson = {
    $schema: SERVER_SCHEMA,
    name,
    ...titleOf(info, ledger),
    description: descriptionOf(info, name, options, ledger),
    version: versionOf(info, options, ledger),
    ...websiteOf(info, ledger),
    ...placeOf(options),
  };
  const key = options.url ?? options.package?.identifier ?? name;
  return finishServer(server, { [TOOLHIVE_NAMESPACE]: { [key]: extensionOf(snapshot, key, ledger) } }, options, ledger);
}

function nameOf(info: JsonObject, options: ServerJsonOptions, ledger: Ledger): string {
  if (options.name !== undefined) {
    refuseServerName(options.name);
    return options.name;
  }
  const own = textOf(info, 'name');
  if (isServerName(own)) return own;
  const name = `local/${slug(own) || 'server'}`;
  ledger.warn(
    'convert.name-derived',
    '/serverInfo/name',
    `The server has no name in the MCP Registry; ${quoteInert(name)} is used. Give it with --as before you publish.`,
  );
  return name;
}

/** Letters and digits, and the characters allowed between them. */
function slug(text: string): string {
  const kept = text
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-');
  const trimmed = kept.replace(/^[^a-z0-9]+/, '').replace(/[^a-z0-9]+$/, '');
  return trimmed.length === 1 ? `${trimmed}-server` : trimmed;
}

function titleOf(info: JsonObject, ledger: Ledger): { title?: string } {
  const title = textOf(info, 'title');
  if (title.trim() === '') return {};
  if (!isLonger(title, SERVER_LIMITS.maxTitle)) return { title };
  ledger.lose('/serverInfo/title', `A title has at most ${SERVER_LIMITS.maxTitle} characters.`);
  return {};
}

function descriptionOf(info: JsonObject, name: string, options: ServerJsonOptions, ledger: Ledger): string {
  if (options.description !== undefined && options.description !== '') {
    if (isLonger(options.description, SERVER_LIMITS.maxDescription)) {
      throw new ToolmarkError(
        'convert.incomplete',
        `Describe the server in ${SERVER_LIMITS.maxDescription} characters.`,
      );
    }
    return options.description;
  }
  const own = textOf(info, 'description');
  if (own !== '') return shortened(own, '/serverInfo/description', ledger);
  const made = `MCP server ${textOf(info, 'title') || textOf(info, 'name') || name}`;
  ledger.warn(
    'convert.description-made',
    '/serverInfo',
    'The server does not describe itself. Give --description before you publish.',
  );
  return [...made.slice(0, 200)].slice(0, SERVER_LIMITS.maxDescription).join('');
}

function versionOf(info: JsonObject, options: ServerJsonOptions, ledger: Ledger): string {
  const own = textOf(info, 'version');
  const version = options.version ?? own;
  if (own !== '' && own !== version) ledger.lose('/serverInfo/version', 'The entry has another version.');
  if (isServerVersion(version)) return version;
  ledger.warn(
    'convert.version-made',
    '/serverInfo/version',
    'The server has no version that a registry accepts; 1.0.0 is used.',
  );
  return '1.0.0';
}

function websiteOf(info: JsonObject, ledger: Ledger): { websiteUrl?: string } {
  const url = textOf(info, 'websiteUrl');
  if (url === '') return {};
  if (isUri(url) && /^https:/i.test(url)) return { websiteUrl: url };
  ledger.lose('/serverInfo/websiteUrl', 'Only https addresses are accepted.');
  return {};
}

function placeOf({ package: item, url }: DescribeOptions): JsonObject {
  if (url !== undefined) return { remotes: [{ type: 'streamable-http', url }] };
  if (item === undefined) return {};
  const { registryType, identifier, version } = item;
  const named = { registryType, identifier, ...(version === undefined ? {} : { version }) };
  return { packages: [{ ...named, transport: { type: 'stdio' } }] };
}

function extensionOf({ tools }: Snapshot, key: string, ledger: Ledger): JsonObject {
  const at = child(child(PUBLISHER_POINTER, TOOLHIVE_NAMESPACE), key);
  ledger.move('/tools', `${at}/tool_definitions`);
  const names = [...new Set(tools.map(({ name }) => name))].filter(isListable);
  return { status: 'active', tools: names, tool_definitions: tools as readonly Json[] };
}

const NO_PLACE = 'Entries of the MCP Registry have no member for it.';
const INFO_MEMBERS = ['name', 'title', 'version', 'description', 'websiteUrl'];

function loseMore(snapshot: Snapshot, ledger: Ledger): void {
  if (snapshot.instructions !== undefined) ledger.lose('/instructions', NO_PLACE);
  for (const list of ['prompts', 'resources', 'templates'] as const) {
    if (snapshot[list].length > 0) ledger.lose(`/${list}`, NO_PLACE);
  }
  const info = snapshot.serverInfo;
  if (isJsonObject(info)) ledger.loseRest(info, '/serverInfo', INFO_MEMBERS, NO_PLACE);
}

function textOf(info: JsonObject, key: string): string {
  const value = member(info, key);
  return typeof value === 'string' ? value : '';
}
