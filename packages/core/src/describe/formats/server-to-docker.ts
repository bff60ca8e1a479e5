import { isJsonObject, type JsonObject, member, quoteInert, ToolmarkError } from '../../base/index.ts';
import { chooseDeployment, type Deployment, loseOthers } from './deployment.ts';
import type { DockerEntry, DockerTool } from './docker.ts';
import { mcpToDockerTool } from './docker-tool.ts';
import { extensionsOf } from './extension.ts';
import type { Ledger } from './ledger.ts';
import { bareName } from './names.ts';
import type { Argument, Input, Remote, ServerJson } from './server-shape.ts';
import { definitionsOf } from './tools-of-server.ts';

const NO_PLACE = "Docker's catalog has no member for it.";

/** A `server.json` as entry of Docker's catalog: its one image, else its first remote, with tools in Docker's dialect. */
export function serverToDocker(server: ServerJson, name: string | undefined, ledger: Ledger): DockerEntry {
  const own = name ?? bareName(server.name, 'docker');
  refuseName(own);
  if (own !== bareName(server.name, 'docker')) ledger.lose('/name', 'It has another name, as requested.');
  const place = chooseDeployment(server, 'Docker');
  const extension = extensionMembers(server, place.key, ledger);
  loseOthers(server, place, '', { catalog: 'Docker', server: ['icons'], repository: ['subfolder'] }, ledger);
  return {
    name: own,
    ...(place.kind === 'image' ? { image: place.key, type: 'server' as const } : { type: 'remote' as const }),
    ...nonEmpty('meta', extension.meta),
    about: aboutOf(server, ledger),
    ...nonEmpty('source', sourceOf(server)),
    ...(place.kind === 'image' ? imageMembers(place, ledger) : { remote: remoteOf(place.remote, ledger) }),
    ...(extension.tools === undefined ? {} : { tools: extension.tools }),
  };
}

function refuseName(name: string): void {
  if (/^[a-z0-9][a-z0-9._-]*$/.test(name) && name.length <= 200) return;
  throw new ToolmarkError(
    'convert.name-refused',
    `${quoteInert(name, 210)} is not a name that Docker's catalog allows: lower-case letters, digits, ".", "_" and "-". Give one with --name.`,
  );
}

function nonEmpty(key: string, value: JsonObject): JsonObject {
  return Object.keys(value).length === 0 ? {} : { [key]: value };
}

function aboutOf(server: ServerJson, ledger: Ledger): JsonObject {
  const icons = (member(server, 'icons') ?? []) as readonly JsonObject[];
  for (const [index, icon] of icons.entries()) {
    if (index > 0) ledger.lose(`/icons/${index}`, 'Docker shows one icon.');
    else ledger.loseRest(icon, '/icons/0', ['src'], NO_PLACE);
  }
  const [icon] = icons;
  return {
    ...(server.title === undefined ? {} : { title: server.title }),
    description: server.description,
    ...(icon === undefined ? {} : { icon: icon.src ?? '' }),
  };
}

function sourceOf(server: ServerJson): JsonObject {
  const repository = member(server, 'repository');
  if (!isJsonObject(repository)) return {};
  const { url, subfolder } = repository;
  return { project: url ?? '', ...(subfolder === undefined ? {} : { directory: subfolder }) };
}

function extensionMembers(
  server: ServerJson,
  key: string,
  ledger: Ledger,
): { meta: JsonObject; tools?: readonly DockerTool[] } {
  const extension = extensionsOf(server).find(candidate => candidate.key === key);
  if (extension === undefined) return { meta: {} };
  const { pointer, value } = extension;
  ledger.loseRest(value, pointer, ['status', 'tags', 'tools', 'tool_definitions'], NO_PLACE);
  if (value.status !== 'active') ledger.lose(`${pointer}/status`, NO_PLACE);
  const definitions = definitionsOf(value);
  const defined = new Set(definitions.map(({ name }) => name));
  for (const [index, name] of ((value.tools ?? []) as readonly string[]).entries()) {
    if (!defined.has(name)) ledger.lose(`${pointer}/tools/${index}`, 'Only a name: this tool has no definition.');
  }
  const tools = definitions.map((tool, index) => mcpToDockerTool(tool, `${pointer}/tool_definitions/${index}`, ledger));
  return {
    meta: value.tags === undefined ? {} : { tags: value.tags },
    ...(member(value, 'tool_definitions') === undefined ? {} : { tools }),
  };
}

function imageMembers({ index, package: item }: Extract<Deployment, { kind: 'image' }>, ledger: Ledger): JsonObject {
  const at = `/packages/${index}`;
  ledger.loseRest(
    item,
    at,
    ['registryType', 'identifier', 'transport', 'packageArguments', 'environmentVariables'],
    NO_PLACE,
  );
  if (item.transport.type !== 'stdio') ledger.lose(`${at}/transport`, "Docker's images speak stdio.");
  const command = commandOf(item.packageArguments ?? [], `${at}/packageArguments`, ledger);
  const config = configOf(item.environmentVariables ?? [], `${at}/environmentVariables`, ledger);
  return { ...nonEmpty('config', config), ...(command.length === 0 ? {} : { run: { command } }) };
}

function commandOf(args: readonly Argument[], at: string, ledger: Ledger): string[] {
  return args.flatMap((argument, index) => {
    const { type, name = '', value = '' } = argument;
    if (type !== 'positional' || value === '') ledger.lose(`${at}/${index}`, 'Docker has plain arguments.');
    else ledger.loseRest(argument, `${at}/${index}`, ['type', 'value'], NO_PLACE);
    return [name, value].filter(word => word !== '');
  });
}

const INPUT = ['name', 'description', 'isRequired', 'isSecret', 'placeholder'];

function configOf(inputs: readonly Input[], at: string, ledger: Ledger): JsonObject {
  const secrets: JsonObject[] = [];
  const env: JsonObject[] = [];
  for (const [index, input] of inputs.entries()) {
    const { name, isSecret, isRequired, description, placeholder, value } = input;
    const more = {
      ...(description === undefined ? {} : { description }),
      ...(placeholder === undefined ? {} : { example: placeholder }),
    };
    ledger.loseRest(input, `${at}/${index}`, isSecret ? INPUT : [...INPUT, 'value'], NO_PLACE);
    if (isSecret) secrets.push({ env: name, ...more, ...(isRequired ? { required: true } : {}) });
    else env.push({ name, ...more, ...(value === undefined ? {} : { value }) });
    if (!isSecret && isRequired) ledger.lose(`${at}/${index}/isRequired`, NO_PLACE);
    if (isSecret && env.length > 0) ledger.lose(`${at}/${index}`, 'Docker lists secrets before other variables.');
  }
  return { ...(secrets.length === 0 ? {} : { secrets }), ...(env.length === 0 ? {} : { env }) };
}

function remoteOf(remote: Remote, ledger: Ledger): JsonObject {
  ledger.loseRest(remote, '/remotes/0', ['type', 'url', 'headers'], NO_PLACE);
  const headers = (remote.headers ?? []).flatMap((header, index): [string, string][] => {
    const at = `/remotes/0/headers/${index}`;
    if (header.value === undefined) {
      ledger.lose(at, 'A header has a value in Docker.');
      return [];
    }
    ledger.loseRest(header, at, ['name', 'value'], NO_PLACE);
    return [[header.name, header.value]];
  });
  return {
    transport_type: remote.type,
    url: remote.url,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
  };
}
