import { child, type Json, type JsonObject, member } from '../../base/index.ts';
import { chooseDeployment, type Deployment, loseOthers } from './deployment.ts';
import { extensionsOf } from './extension.ts';
import { type Ledger, renamed } from './ledger.ts';
import { environmentOf, flattened, portOf } from './package-arguments.ts';
import type { ServerJson } from './server-shape.ts';
import type { ToolhiveEntry } from './toolhive.ts';
import { EXTENSION_MEMBERS } from './toolhive-shape.ts';

/** A `server.json` as entry of ToolHive: its one image, else its first remote. */
export function serverToToolhive(server: ServerJson, at: string, ledger: Ledger): ToolhiveEntry {
  const place = chooseDeployment(server, 'ToolHive');
  const members = new Map<string, Json>(Object.entries(namingOf(server, at, ledger)));
  for (const [name, value] of extensionMembers(server, place, at, ledger)) members.set(name, value);
  const own =
    place.kind === 'image' ? imageMembers(place, server, members, at, ledger) : remoteMembers(place, at, ledger);
  for (const [name, value] of Object.entries(own)) members.set(name, value);
  if (!members.has('tools')) members.set('tools', []);
  loseOthers(server, place, at, { catalog: 'ToolHive', server: [], repository: [] }, ledger);
  const ordered = ORDER.flatMap((name): [string, Json][] => {
    const value = members.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(ordered) as ToolhiveEntry;
}

const ORDER = `
  name title description overview tool_definitions tier status transport stateless tools metadata repository_url tags
  image url target_port proxy_port permissions headers env_vars args oauth_config provenance docker_tags
  custom_metadata`
  .trim()
  .split(/\s+/);

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

function extensionMembers(server: ServerJson, { key, kind }: Deployment, at: string, ledger: Ledger): [string, Json][] {
  const extension = extensionsOf(server).find(candidate => candidate.key === key);
  if (extension === undefined) return [];
  const from = `${at}${extension.pointer}`;
  ledger.loseRest(
    extension.value,
    from,
    EXTENSION_MEMBERS[kind],
    `Unknown member of a ToolHive extension for this ${kind}.`,
  );
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

function variables(
  items: readonly JsonObject[],
  from: string,
  to: string,
  ledger: Ledger,
  more: object = {},
): JsonObject[] {
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
  { index, package: item }: Extract<Deployment, { kind: 'image' }>,
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
    const extension = extensionsOf(server).find(({ key }) => key === item.identifier);
    if (extension !== undefined)
      ledger.lose(`${at}${extension.pointer}/args`, 'The arguments of the package take precedence.');
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

function remoteMembers({ remote }: Extract<Deployment, { kind: 'remote' }>, at: string, ledger: Ledger): JsonObject {
  const from = `${at}/remotes/0`;
  ledger.move(`${from}/url`, '/url');
  ledger.move(`${from}/type`, '/transport');
  ledger.loseRest(remote, from, ['type', 'url', 'headers'], UNKNOWN);
  const headers = variables(remote.headers ?? [], `${from}/headers`, '/headers', ledger, { choices: 'choices' });
  return { transport: remote.type, url: remote.url, ...(headers.length === 0 ? {} : { headers }) };
}
