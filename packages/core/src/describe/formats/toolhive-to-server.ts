import { child, type Json, type JsonObject, member, quoteInert, ToolmarkError } from '../../base/index.ts';
import { PUBLISHER_POINTER, TOOLHIVE_NAMESPACE } from './extension.ts';
import { finishServer, type ServerJsonOptions } from './finish-server.ts';
import { type Ledger, renamed } from './ledger.ts';
import { derivedName, fullName, refuseServerName } from './names.ts';
import { repositorySource } from './repository.ts';
import { isUri, SERVER_LIMITS, SERVER_SCHEMA } from './server-rules.ts';
import type { ServerJson } from './server-shape.ts';
import { isLonger } from './shape.ts';
import { isImage, type ToolhiveEntry } from './toolhive.ts';
import { EXTENSION_MEMBERS } from './toolhive-shape.ts';
import { isListable } from './tools-mismatch.ts';

/** An entry of ToolHive as `server.json`: what the MCP Registry has no member for goes into the extension. */
export function toolhiveToServer(
  entry: ToolhiveEntry,
  at: string,
  options: ServerJsonOptions,
  ledger: Ledger,
): ServerJson {
  const kind = isImage(entry) ? 'image' : 'remote';
  const { image = '', url = '' } = entry;
  const key = kind === 'image' ? image : url;
  const name = nameOf(entry, key, at, options, ledger);
  const description = descriptionOf(entry, name, at, options, ledger);
  const place = kind === 'image' ? packageOf(entry, key, at, ledger) : remoteOf(entry, key, at, ledger);
  const known = [...EXTENSION_MEMBERS[kind], ...(kind === 'image' ? IMAGE_MEMBERS : REMOTE_MEMBERS)];
  ledger.loseRest(entry, at, known, 'Unknown to ToolHive, and server.json has no member for it.');
  const server: ServerJson = {
    $schema: SERVER_SCHEMA,
    name,
    ...titleOf(entry, at, ledger),
    description,
    ...repositoryOf(entry, at, ledger),
    version: options.version ?? '1.0.0',
    ...(place as JsonObject),
  };
  return finishServer(
    server,
    { [TOOLHIVE_NAMESPACE]: { [key]: extensionOf(entry, kind, key, at, ledger) } },
    options,
    ledger,
  );
}

const NAMING = ['name', 'title', 'description', 'repository_url', 'transport'];
const IMAGE_MEMBERS = [...NAMING, 'image', 'target_port', 'env_vars'];
const REMOTE_MEMBERS = [...NAMING, 'url', 'headers'];

function nameOf(entry: ToolhiveEntry, key: string, at: string, options: ServerJsonOptions, ledger: Ledger): string {
  const given = entry.name || options.name;
  const name = fullName(given || derivedName(key), 'toolhive');
  if (!given) {
    ledger.warn(
      'convert.name-derived',
      at,
      `The entry has no name; it is named ${quoteInert(name)} after its image or host.`,
    );
  }
  refuseServerName(name);
  if (entry.name) ledger.move(`${at}/name`, '/name');
  return name;
}

function descriptionOf(
  entry: ToolhiveEntry,
  name: string,
  at: string,
  options: ServerJsonOptions,
  ledger: Ledger,
): string {
  const text = entry.description || options.description || '';
  if (text === '') {
    throw new ToolmarkError(
      'convert.incomplete',
      `${quoteInert(name)} has no description. Give one with --description.`,
    );
  }
  ledger.move(`${at}/description`, '/description');
  return shortened(text, `${at}/description`, ledger);
}

/** The registry takes 100 characters; a description that was cut says so. */
export function shortened(text: string, pointer: string, ledger: Ledger): string {
  if (!isLonger(text, SERVER_LIMITS.maxDescription)) return text;
  ledger.lose(pointer, `The MCP Registry accepts ${SERVER_LIMITS.maxDescription} characters; the rest was cut off.`);
  return `${[...text.slice(0, 2 * SERVER_LIMITS.maxDescription)].slice(0, SERVER_LIMITS.maxDescription - 1).join('')}…`;
}

function titleOf({ title }: ToolhiveEntry, at: string, ledger: Ledger): { title?: string } {
  if (title === undefined || title === '') return {};
  if (isLonger(title, SERVER_LIMITS.maxTitle) || title.trim() === '') {
    ledger.lose(`${at}/title`, `A title has 1 to ${SERVER_LIMITS.maxTitle} characters and is not blank.`);
    return {};
  }
  ledger.move(`${at}/title`, '/title');
  return { title };
}

function repositoryOf(entry: ToolhiveEntry, at: string, ledger: Ledger): { repository?: JsonObject } {
  const url = member(entry, 'repository_url');
  if (typeof url !== 'string' || url === '') return {};
  if (!isUri(url)) {
    ledger.lose(`${at}/repository_url`, 'This is not an address.');
    return {};
  }
  ledger.move(`${at}/repository_url`, '/repository/url');
  return { repository: { url, source: repositorySource(url) } };
}

const VARIABLE_TABLE = {
  name: 'name',
  description: 'description',
  required: 'isRequired',
  secret: 'isSecret',
  default: 'default',
} as const;

const NO_PLACE = 'The other format has no member for it.';

function inputsOf(
  entry: ToolhiveEntry,
  list: 'env_vars' | 'headers',
  at: string,
  to: string,
  ledger: Ledger,
): JsonObject[] {
  const items = (member(entry, list) ?? []) as readonly JsonObject[];
  const table = list === 'headers' ? { ...VARIABLE_TABLE, choices: 'choices' } : VARIABLE_TABLE;
  return items.map((item, index) =>
    Object.fromEntries(
      renamed(item, { from: `${at}/${list}/${index}`, to: `${to}/${index}`, table, ledger, reason: NO_PLACE }),
    ),
  );
}

function packageOf(entry: ToolhiveEntry, identifier: string, at: string, ledger: Ledger): JsonObject {
  const variables = inputsOf(entry, 'env_vars', at, '/packages/0/environmentVariables', ledger);
  ledger.move(`${at}/image`, '/packages/0/identifier');
  return {
    packages: [
      {
        registryType: 'oci',
        identifier,
        transport: transportOf(entry, at, ledger),
        ...(variables.length === 0 ? {} : { environmentVariables: variables }),
      },
    ],
  };
}

function transportOf(entry: ToolhiveEntry, at: string, ledger: Ledger): JsonObject {
  const type = entry.transport || 'stdio';
  const port = member(entry, 'target_port');
  ledger.move(`${at}/transport`, '/packages/0/transport/type');
  if (type !== 'stdio') {
    ledger.move(`${at}/target_port`, '/packages/0/transport/url');
    return { type, url: port ? `http://localhost:${String(port)}` : 'http://localhost' };
  }
  if (port) ledger.lose(`${at}/target_port`, 'A package that speaks stdio has no port.');
  return { type };
}

function remoteOf(entry: ToolhiveEntry, url: string, at: string, ledger: Ledger): JsonObject {
  const { transport: type = '' } = entry;
  const headers = inputsOf(entry, 'headers', at, '/remotes/0/headers', ledger);
  ledger.move(`${at}/url`, '/remotes/0/url');
  ledger.move(`${at}/transport`, '/remotes/0/type');
  return {
    remotes: [{ type, url, ...(headers.length === 0 ? {} : { headers }) }],
  };
}

function extensionOf(
  entry: ToolhiveEntry,
  kind: 'image' | 'remote',
  key: string,
  at: string,
  ledger: Ledger,
): JsonObject {
  const to = child(child(PUBLISHER_POINTER, TOOLHIVE_NAMESPACE), key);
  const members = EXTENSION_MEMBERS[kind].flatMap((name): [string, Json][] => {
    const value = extensionMember(entry, name, at, ledger);
    if (value === undefined) return [];
    ledger.move(child(at, name), child(to, name));
    return [[name, value]];
  });
  return Object.fromEntries(members);
}

/** What ToolHive writes for "nothing" is left out; what its schema refuses is lost. */
function extensionMember(entry: ToolhiveEntry, name: string, at: string, ledger: Ledger): Json | undefined {
  const value = member(entry, name);
  switch (name) {
    case 'status':
      return value || 'active';
    case 'tier':
    case 'proxy_port':
    case 'stateless':
      return value || undefined;
    case 'tools':
      return value === undefined ? undefined : listedNames(entry, value as readonly string[], at, ledger);
    case 'tags':
      return value === undefined ? undefined : goodTags(value as readonly string[], `${at}/tags`, ledger);
    default:
      return value;
  }
}

function listedNames(entry: ToolhiveEntry, names: readonly string[], at: string, ledger: Ledger): string[] {
  const definitions = (member(entry, 'tool_definitions') ?? []) as readonly JsonObject[];
  const defined = new Set(definitions.map(({ name }) => name));
  return allowed(names, `${at}/tools`, ledger, name => {
    if (isListable(name)) return undefined;
    const rest = defined.has(name) ? ' Its definition is kept.' : '';
    return `ToolHive lists names of letters, digits, "_" and "-" alone.${rest}`;
  });
}

const TAG = /^[a-z0-9][a-z0-9_-]*[a-z0-9]$/;

export function goodTags(tags: readonly string[], at: string, ledger: Ledger): string[] {
  return allowed(tags, at, ledger, tag =>
    TAG.test(tag) ? undefined : 'A tag has two or more lower-case letters, digits, "_" and "-".',
  );
}

/** Texts that are unique and valid; the others are reported as lost. */
function allowed(
  texts: readonly string[],
  at: string,
  ledger: Ledger,
  faultOf: (text: string) => string | undefined,
): string[] {
  const kept = new Set<string>();
  for (const [index, text] of texts.entries()) {
    const fault = kept.has(text) ? 'Duplicate in this list.' : faultOf(text);
    if (fault === undefined) kept.add(text);
    else ledger.lose(`${at}/${index}`, fault);
  }
  return [...kept];
}
