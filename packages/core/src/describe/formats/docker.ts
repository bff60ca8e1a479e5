import { type Finding, isJsonObject, type Json, type JsonObject, member, sortFindings } from '../../base/index.ts';
import { readInput, refuseMalformed } from '../door.ts';
import { findMcpToolErrors } from '../mcp-tool.ts';
import { findLargeIntegers } from './large-integers.ts';
import { ANY, FLAG, findMisshapen, list, map, object, type Shape, TEXT, TEXTS, text } from './shape.ts';

/** One tool of a `tools.json`: a dialect of its own, with arguments where MCP has a schema. */
export interface DockerTool extends JsonObject {
  readonly name: string;
  readonly description?: string;
  readonly arguments?: readonly DockerArgument[];
}

export interface DockerArgument extends JsonObject {
  readonly name: string;
  readonly type?: string;
  readonly desc?: string;
  readonly optional?: boolean;
}

/** An entry of Docker's catalog: its `server.yaml` as JSON, with the content of `tools.json` under `tools`. */
export interface DockerEntry extends JsonObject {
  readonly name: string;
  readonly type?: 'server' | 'remote' | 'poci';
  readonly image?: string;
  readonly tools?: readonly DockerTool[];
}

const SECRET = object(['env'], { name: TEXT, env: TEXT, example: ANY, description: TEXT, required: FLAG });
const VARIABLE = object(['name'], { name: TEXT, example: ANY, value: ANY, description: TEXT });

export const DOCKER_SHAPE: Shape = object(['name'], {
  name: text({ min: 1 }),
  image: TEXT,
  type: text({ words: ['server', 'remote', 'poci'] }),
  longLived: FLAG,
  meta: object([], { category: TEXT, tags: TEXTS }),
  about: object([], { title: TEXT, description: TEXT, icon: TEXT }),
  source: object([], {
    ...{ project: TEXT, upstream: TEXT, branch: TEXT, commit: TEXT, directory: TEXT, dockerfile: TEXT },
    buildTarget: TEXT,
  }),
  remote: object(['url'], {
    transport_type: TEXT,
    url: text({ form: /^https?:\/\/\S+$/ }),
    headers: map(TEXT),
  }),
  config: object([], { description: TEXT, secrets: list(SECRET), env: list(VARIABLE), parameters: ANY }),
  run: object([], {
    ...{ command: TEXTS, volumes: TEXTS, env: ANY, user: TEXT, allowHosts: TEXTS },
    disableNetwork: FLAG,
  }),
  oauth: ANY,
  dynamic: ANY,
  requirement: ANY,
  tools: list(ANY),
});

const ARGUMENTS: Shape = list(
  object(['name'], { name: TEXT, type: TEXT, desc: TEXT, items: map(ANY), optional: FLAG }),
);

/** An entry from bytes, or from a value made elsewhere; throws `docker.malformed` with every reason. */
export function parseDockerEntry(input: Uint8Array | unknown): { entry: DockerEntry; findings: readonly Finding[] } {
  const value = readInput(input, 'docker.malformed');
  const findings = findDockerErrors(value);
  refuseMalformed(findings, 'docker.malformed', "This is not an entry of Docker's catalog");
  return { entry: value as DockerEntry, findings };
}

export function findDockerErrors(value: Json): Finding[] {
  const tools = isJsonObject(value) ? member(value, 'tools') : undefined;
  return sortFindings([
    ...findMisshapen(DOCKER_SHAPE, value, ''),
    ...findLargeIntegers(value, ''),
    ...(Array.isArray(tools) ? findDockerToolErrors(tools, '/tools') : []),
  ]);
}

/** What is wrong with the tools of a `tools.json`, which are MCP tools but for their arguments. */
export function findDockerToolErrors(tools: readonly Json[], at: string): Finding[] {
  return tools.flatMap((tool, index) => {
    const place = `${at}/${index}`;
    const given = isJsonObject(tool) ? member(tool, 'arguments') : undefined;
    const misshapen =
      given === undefined || given === null ? [] : findMisshapen(ARGUMENTS, given, `${place}/arguments`);
    return [...findMcpToolErrors(tool, place), ...misshapen];
  });
}

/** Whether a list holds tools in Docker's dialect. */
export function isDockerTools(tools: readonly Json[]): boolean {
  return tools.some(tool => isJsonObject(tool) && Array.isArray(member(tool, 'arguments')));
}
