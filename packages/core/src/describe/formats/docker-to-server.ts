import {
  child,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  ToolmarkError,
} from '../../base/index.ts';
import type { DockerEntry } from './docker.ts';
import { dockerToMcpTool } from './docker-tool.ts';
import { placedDockerTools } from './docker-tools-list.ts';
import { PUBLISHER_POINTER, TOOLHIVE_NAMESPACE } from './extension.ts';
import { finishServer, type ServerJsonOptions } from './finish-server.ts';
import type { Ledger } from './ledger.ts';
import { fullName, refuseServerName } from './names.ts';
import { repositorySource } from './repository.ts';
import { isUri, SERVER_LIMITS, SERVER_SCHEMA } from './server-rules.ts';
import type { ServerJson } from './server-shape.ts';
import { isLonger } from './shape.ts';
import { goodTags, shortened } from './toolhive-to-server.ts';
import { isListable } from './tools-mismatch.ts';

const NO_PLACE = 'server.json has no member for it.';

/** An entry of Docker's catalog as `server.json`, its tools in the extension that ToolHive reads. */
export function dockerToServer(entry: DockerEntry, options: ServerJsonOptions, ledger: Ledger): ServerJson {
  const name = options.name ?? fullName(entry.name, 'docker');
  refuseServerName(name);
  if (options.name === undefined) ledger.move('/name', '/name');
  const about = part(entry, 'about');
  const place = isRemote(entry) ? remoteOf(entry, ledger) : packageOf(entry, ledger);
  loseParts(entry, ledger);
  const server: ServerJson = {
    $schema: SERVER_SCHEMA,
    name,
    ...titleOf(about, ledger),
    description: descriptionOf(about, name, options, ledger),
    ...repositoryOf(part(entry, 'source'), ledger),
    version: options.version ?? '1.0.0',
    ...iconsOf(about, ledger),
    ...place.members,
  };
  const extension = extensionOf(entry, place.key, ledger);
  return finishServer(server, { [TOOLHIVE_NAMESPACE]: { [place.key]: extension } }, options, ledger);
}

function isRemote(entry: DockerEntry): boolean {
  return entry.type === 'remote' || (entry.type === undefined && isJsonObject(member(entry, 'remote')));
}

export function part(entry: JsonObject, key: string): JsonObject {
  const value = member(entry, key);
  return isJsonObject(value) ? value : {};
}

function descriptionOf(about: JsonObject, name: string, options: ServerJsonOptions, ledger: Ledger): string {
  const own = about.description;
  const given = typeof own === 'string' && own !== '' ? own : options.description;
  if (given === undefined || given === '') {
    throw new ToolmarkError(
      'convert.incomplete',
      `${quoteInert(name)} has no description. Give one with --description.`,
    );
  }
  ledger.move('/about/description', '/description');
  return shortened(given, '/about/description', ledger);
}

function titleOf({ title }: JsonObject, ledger: Ledger): JsonObject {
  if (typeof title !== 'string' || title === '') return {};
  if (isLonger(title, SERVER_LIMITS.maxTitle) || title.trim() === '') {
    ledger.lose('/about/title', `A title has 1 to ${SERVER_LIMITS.maxTitle} characters and is not blank.`);
    return {};
  }
  ledger.move('/about/title', '/title');
  return { title };
}

function iconsOf({ icon }: JsonObject, ledger: Ledger): JsonObject {
  if (typeof icon !== 'string' || icon === '') return {};
  if (!isUri(icon) || !/^https:/i.test(icon) || icon.length > SERVER_LIMITS.maxIconUrl) {
    ledger.lose('/about/icon', `An icon has an https address of at most ${SERVER_LIMITS.maxIconUrl} characters.`);
    return {};
  }
  ledger.move('/about/icon', '/icons/0/src');
  return { icons: [{ src: icon }] };
}

function repositoryOf({ project, directory }: JsonObject, ledger: Ledger): JsonObject {
  if (typeof project !== 'string' || project === '') return {};
  if (!isUri(project)) {
    ledger.lose('/source/project', 'This is not an address.');
    return {};
  }
  ledger.move('/source/project', '/repository/url');
  ledger.move('/source/directory', '/repository/subfolder');
  const subfolder = typeof directory === 'string' && directory !== '' ? { subfolder: directory } : {};
  return { repository: { url: project, source: repositorySource(project), ...subfolder } };
}

interface Placed {
  readonly key: string;
  readonly members: JsonObject;
}

function packageOf(entry: DockerEntry, ledger: Ledger): Placed {
  const image = entry.image || `mcp/${entry.name}`;
  const command = (part(entry, 'run').command ?? []) as readonly string[];
  const environmentVariables = variablesOf(part(entry, 'config'), ledger);
  ledger.move('/image', '/packages/0/identifier');
  command.forEach((_, index) => {
    ledger.move(`/run/command/${index}`, `/packages/0/packageArguments/${index}/value`);
  });
  const packageArguments = command.map(value => ({ type: 'positional', value }));
  if (isJsonObject(member(entry, 'remote'))) ledger.lose('/remote', 'An image is not reached by an address.');
  const item = {
    registryType: 'oci',
    identifier: image,
    transport: { type: 'stdio' },
    ...(packageArguments.length === 0 ? {} : { packageArguments }),
    ...(environmentVariables.length === 0 ? {} : { environmentVariables }),
  };
  return { key: image, members: { packages: [item] } };
}

function remoteOf(entry: DockerEntry, ledger: Ledger): Placed {
  const { transport_type: type, url, headers } = part(entry, 'remote');
  if (typeof url !== 'string') {
    throw new ToolmarkError('convert.incomplete', `${quoteInert(entry.name)} is a remote without a url.`);
  }
  if (entry.image !== undefined) ledger.lose('/image', 'A remote has no image.');
  if (member(part(entry, 'run'), 'command') !== undefined) ledger.lose('/run/command', 'A remote is not started.');
  for (const list of ['secrets', 'env']) {
    if (member(part(entry, 'config'), list) !== undefined) ledger.lose(`/config/${list}`, 'A remote has only headers.');
  }
  ledger.move('/remote/url', '/remotes/0/url');
  ledger.move('/remote/transport_type', '/remotes/0/type');
  const inputs = Object.entries(isJsonObject(headers) ? headers : {}).map(([name, value], index) => {
    ledger.move(child('/remote/headers', name), `/remotes/0/headers/${index}`);
    return { name, value };
  });
  const remote = {
    type: type === 'sse' ? 'sse' : 'streamable-http',
    url,
    ...(inputs.length === 0 ? {} : { headers: inputs }),
  };
  return { key: url, members: { remotes: [remote] } };
}

/** Secrets and plain variables. A value such as `{{weather.city}}` is filled in by Docker alone. */
function variablesOf({ secrets, env }: JsonObject, ledger: Ledger): JsonObject[] {
  const hidden = ((secrets ?? []) as readonly JsonObject[]).map((secret, index) => {
    const from = `/config/secrets/${index}`;
    moveInput(secret, from, index, { env: 'name' }, ledger);
    ledger.loseRest(secret, from, ['env', 'example', 'description', 'required'], NO_PLACE);
    return { name: secret.env ?? '', ...inputOf(secret, from, ledger), isSecret: true };
  });
  const plain = ((env ?? []) as readonly JsonObject[]).map((variable, index) => {
    const from = `/config/env/${index}`;
    moveInput(variable, from, hidden.length + index, { name: 'name', value: 'value' }, ledger);
    ledger.loseRest(variable, from, ['name', 'example', 'description', 'value'], NO_PLACE);
    const { value } = variable;
    const isPlain = typeof value === 'string' && !value.includes('{{');
    if (value !== undefined && !isPlain) ledger.lose(`${from}/value`, 'Only Docker fills in such a value.');
    return { name: variable.name ?? '', ...inputOf(variable, from, ledger), ...(isPlain ? { value } : {}) };
  });
  return [...hidden, ...plain];
}

const INPUT_TABLE = { description: 'description', required: 'isRequired', example: 'placeholder' };

function moveInput(source: JsonObject, from: string, index: number, own: Record<string, string>, ledger: Ledger): void {
  for (const [key, target] of Object.entries({ ...INPUT_TABLE, ...own })) {
    if (Object.hasOwn(source, key))
      ledger.move(`${from}/${key}`, `/packages/0/environmentVariables/${index}/${target}`);
  }
}

function inputOf({ description, example, required }: JsonObject, from: string, ledger: Ledger): JsonObject {
  if (example !== undefined && typeof example !== 'string') ledger.lose(`${from}/example`, 'An example is a text.');
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(required === true ? { isRequired: true } : {}),
    ...(typeof example === 'string' ? { placeholder: example } : {}),
  };
}

function extensionOf(entry: DockerEntry, key: string, ledger: Ledger): JsonObject {
  const at = child(child(PUBLISHER_POINTER, TOOLHIVE_NAMESPACE), key);
  const { tags } = part(entry, 'meta');
  const tools = placedDockerTools(entry.tools ?? [], '/tools').map(({ tool, pointer }, index) => {
    ledger.move(pointer, `${at}/tool_definitions/${index}`);
    return dockerToMcpTool(tool, pointer, ledger);
  });
  ledger.move('/tools', `${at}/tool_definitions`);
  ledger.move('/meta/tags', `${at}/tags`);
  const names = [...new Set(tools.map(({ name }) => name))].filter(isListable);
  return {
    status: 'active',
    ...(entry.tools === undefined ? {} : { tools: names }),
    ...(Array.isArray(tags) ? { tags: goodTags(tags as readonly string[], '/meta/tags', ledger) } : {}),
    ...(entry.tools === undefined ? {} : { tool_definitions: tools as readonly Json[] }),
  };
}

/** Reports members of each part that were not converted. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  about: ['title', 'description', 'icon'],
  meta: ['tags'],
  source: ['project', 'directory'],
  remote: ['transport_type', 'url', 'headers'],
  config: ['secrets', 'env'],
  run: ['command'],
};

function loseParts(entry: DockerEntry, ledger: Ledger): void {
  ledger.loseRest(entry, '', ['name', 'type', 'image', 'tools', ...Object.keys(TAKEN)], NO_PLACE);
  if (entry.type === 'poci') ledger.lose('/type', NO_PLACE);
  for (const [key, taken] of Object.entries(TAKEN)) ledger.loseRest(part(entry, key), `/${key}`, taken, NO_PLACE);
}
