import { child, type Json, type JsonObject, member, quoteInert, ToolmarkError } from '../../base/index.ts';
import { extensionsOf, PUBLISHER_POINTER, PUBLISHER_PROVIDED, publisherProvided, TOOLHIVE_NAMESPACE } from './extension.ts';
import { type Ledger, renamed } from './ledger.ts';
import { environmentOf, flattened, portOf } from './package-arguments.ts';
import type { Package, Remote, ServerJson } from './server-json.ts';
import { SERVER_SCHEMA } from './server-rules.ts';
import { repositorySource } from './toolhive-to-server.ts';
import type { ToolhiveEntry } from './toolhive.ts';
import { EXTENSION_MEMBERS } from './toolhive-shape.ts';

/** A `server.json` as entry of ToolHive: its one image, else its first remote. */
export function serverToToolhive(server: ServerJson, at: string, ledger: Ledger): ToolhiveEntry {
  const place = choose(server);
  const key = place.kind === 'image' ? place.package.identifier : place.remote.url;
  const members = new Map<string, Json>(Object.entries(namingOf(server, at, ledger)));
  for (const [name, value] of extensionMembers(server, key, place.kind, at, ledger)) members.set(name, value);
  const own = place.kind === 'image' ? imageMembers(place, server, members, at, ledger) : remoteMembers(place, at, ledger);
  for (const [name, value] of Object.entries(own)) members.set(name, value);
  if (!members.has('tools')) members.set('tools', []);
  loseOthers(server, place, at, ledger);
  const ordered = ORDER.flatMap((name): [string, Json][] => {
    const value = members.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(ordered) as ToolhiveEntry;
}

const ORDER = [
  ...['name', 'title', 'description', 'overview', 'tool_definitions', 'tier', 'status', 'transport', 'stateless', 'tools'],
  ...['metadata', 'repository_url', 'tags', 'image', 'url', 'target_port', 'proxy_port', 'permissions', 'headers'],
  ...['env_vars', 'args', 'oauth_config', 'provenance', 'docker_tags', 'custom_metadata'],
];

type Place =
  | { readonly kind: 'image'; readonly index: number; readonly package: Package }
  | { readonly kind: 'remote'; readonly remote: Remote };

function choose({ name, packages = [], remotes = [] }: ServerJson): Place {
  const images = packages.flatMap((item, index) => (item.registryType === 'oci' ? [{ item, index }] : []));
  const [image] = images;
  if (images.length > 1) {
    throw new ToolmarkError(
      'convert.several-images',
      `${quoteInert(name, 210)} has ${images.length} OCI packages, and ToolHive takes one. Leave one of them.`,
    );
  }
  if (image !== undefined) return { kind: 'image', index: image.index, package: image.item };
  const [remote] = remotes;
  if (remote !== undefined) return { kind: 'remote', remote };
  const types = [...new Set(packages.map(({ registryType }) => registryType))].slice(0, 5);
  const found = types.length === 0 ? 'no packages' : `only packages of ${types.map(type => quoteInert(type, 20)).join(', ')}`;
  throw new ToolmarkError(
    'convert.no-image',
    `${quoteInert(name, 210)} has ${found}: ToolHive runs OCI images and reaches remotes.`,
  );
}

function namingOf(server: ServerJson, at: string, ledger: Ledger): JsonObject {
  const { name, title, description, repository } = server as ServerJson & { repository?: JsonObject };
  for (const key of ['name', 'title', 'description']) ledger.move(child(at, key), child('', key));
  ledger.move(`${at}/repository/url`, '/repository_url');
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    ...(repository === undefined ? {} : { repository_url: repository.url ?? '' }),
  };
}

function extensionMembers(
  server: ServerJson,
  key: string,
  kind: Place['kind'],
  at: string,
  ledger: Ledger,
): [string, Json][] {
  const extension = extensionsOf(server).find(candidate => candidate.key === key);
  if (extension === undefined) return [];
  const from = `${at}${extension.pointer}`;
  ledger.loseRest(extension.value, from, EXTENSION_MEMBERS[kind], `ToolHive knows no such member of a ${kind}.`);
  return EXTENSION_MEMBERS[kind].flatMap((name): [string, Json][] => {
    const value = member(extension.value, name);
    if (value === undefined) return [];
    ledger.move(child(from, name), child('', name));
    return [[name, value]];
  });
}

const VARIABLE_TABLE = {
  name: 'name',
  description: 'description',
  isRequired: 'required',
  isSecret: 'secret',
  default: 'default',
} as const;

const UNKNOWN = 'ToolHive has no member for it.';

function variables(items: readonly JsonObject[], from: string, to: string, ledger: Ledger, more: object = {}): JsonObject[] {
  return items.map((item, index) => {
    const entries = renamed(item, {
      from: `${from}/${index}`,
      to: `${to}/${index}`,
      table: { ...VARIABLE_TABLE, ...more },
      ledger,
      reason: UNKNOWN,
    });
    // ToolHive writes this one flag in both cases.
    return { ...Object.fromEntries(entries), required: item.isRequired === true };
  });
}

function imageMembers(
  { index, package: item }: Extract<Place, { kind: 'image' }>,
  server: ServerJson,
  members: Map<string, Json>,
  at: string,
  ledger: Ledger,
): JsonObject {
  const from = `${at}/packages/${index}`;
  const { transport, packageArguments = [], environmentVariables = [], runtimeArguments = [] } = item;
  const listed = variables(environmentVariables, `${from}/environmentVariables`, '/env_vars', ledger);
  const environment = [...listed, ...environmentOf(runtimeArguments, `${from}/runtimeArguments`, ledger)];
  const port = portOf(server.name, transport, `${from}/transport`, ledger);
  ledger.move(`${from}/identifier`, '/image');
  ledger.move(`${from}/transport/type`, '/transport');
  ledger.loseRest(item, from, PACKAGE_MEMBERS, UNKNOWN);
  ledger.loseRest(transport, `${from}/transport`, ['type', 'url'], UNKNOWN);
  if (packageArguments.length > 0 && members.has('args')) {
    const extension = child(child(PUBLISHER_POINTER, TOOLHIVE_NAMESPACE), item.identifier);
    ledger.lose(`${at}${extension}/args`, 'The arguments of the package count.');
  }
  return {
    transport: transport.type,
    image: item.identifier,
    ...(port === undefined ? {} : { target_port: port }),
    ...(environment.length === 0 ? {} : { env_vars: environment }),
    ...(packageArguments.length === 0 ? {} : { args: flattened(packageArguments, `${from}/packageArguments`, ledger) }),
  };
}

const PACKAGE_MEMBERS = [
  ...['registryType', 'identifier', 'transport'],
  ...['environmentVariables', 'packageArguments', 'runtimeArguments'],
];

function remoteMembers({ remote }: Extract<Place, { kind: 'remote' }>, at: string, ledger: Ledger): JsonObject {
  const from = `${at}/remotes/0`;
  ledger.move(`${from}/url`, '/url');
  ledger.move(`${from}/type`, '/transport');
  ledger.loseRest(remote, from, ['type', 'url', 'headers'], UNKNOWN);
  const headers = variables(remote.headers ?? [], `${from}/headers`, '/headers', ledger, { choices: 'choices' });
  return { transport: remote.type, url: remote.url, ...(headers.length === 0 ? {} : { headers }) };
}

const SERVER_MEMBERS = [
  ...['$schema', 'name', 'title', 'description', 'version', 'repository', 'packages', 'remotes', '_meta'],
];

/** Everything of the server that the chosen image or remote does not carry. */
function loseOthers(server: ServerJson, place: Place, at: string, ledger: Ledger): void {
  ledger.loseRest(server, at, SERVER_MEMBERS, UNKNOWN);
  const { $schema, version, repository, packages = [], remotes = [] } = server as ServerJson & { repository?: JsonObject };
  if ($schema !== undefined && $schema !== SERVER_SCHEMA) ledger.lose(`${at}/$schema`, UNKNOWN);
  if (version !== '1.0.0') ledger.lose(`${at}/version`, UNKNOWN);
  if (repository !== undefined) {
    ledger.loseRest(repository, `${at}/repository`, ['url', 'source'], UNKNOWN);
    if (repository.source !== repositorySource(String(repository.url))) ledger.lose(`${at}/repository/source`, UNKNOWN);
  }
  for (const index of packages.keys()) {
    if (place.kind !== 'image' || index !== place.index) ledger.lose(`${at}/packages/${index}`, 'ToolHive takes one image or remote.');
  }
  for (const index of remotes.keys()) {
    if (place.kind !== 'remote' || index > 0) ledger.lose(`${at}/remotes/${index}`, 'ToolHive takes one image or remote.');
  }
  loseMeta(server, place.kind === 'image' ? place.package.identifier : place.remote.url, at, ledger);
}

function loseMeta(server: ServerJson, key: string, at: string, ledger: Ledger): void {
  ledger.loseRest(server._meta ?? {}, `${at}/_meta`, [PUBLISHER_PROVIDED], UNKNOWN);
  const provided = publisherProvided(server) ?? {};
  ledger.loseRest(provided, `${at}${PUBLISHER_POINTER}`, [TOOLHIVE_NAMESPACE], 'ToolHive reads its own namespace alone.');
  for (const { key: other, pointer } of extensionsOf(server)) {
    if (other !== key) ledger.lose(`${at}${pointer}`, 'It is keyed by another package or remote than the one taken.');
  }
}
