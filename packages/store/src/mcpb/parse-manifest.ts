import {
  inert,
  isJsonObject,
  type Json,
  type JsonObject,
  member,
  quoteInert,
  readJson,
  ToolmarkError,
} from '@toolmark/core';

export const MANIFEST_FILE = 'manifest.json';

/** The members of a bundle's manifest that decide what is started. */
export interface BundleManifest {
  readonly name: string;
  readonly version: string;
  readonly type: 'node' | 'python' | 'binary';
  /** Without `./`. */
  readonly entryPoint: string;
  readonly start: StartConfig;
  /** By platform, as Node names it. */
  readonly overrides: ReadonlyMap<string, Partial<StartConfig>>;
  readonly options: ReadonlyMap<string, UserOption>;
  /** Empty for any. */
  readonly platforms: readonly string[];
}

export interface StartConfig {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
}

/** A value that the user gives. */
export interface UserOption {
  readonly isRequired: boolean;
  readonly isMultiple: boolean;
  readonly default: readonly string[] | undefined;
}

const VERSIONS = /^0\.[1-4]$/;
const MAX_TEXT = 200;

/** Reads strictly what decides what is started, and leaves the rest. Throws `mcpb.bad-manifest` or `mcpb.unsupported-*`. */
export function parseManifest(bytes: Uint8Array): BundleManifest {
  const manifest = objectOf(readManifestJson(bytes), '');
  const version = member(manifest, 'manifest_version') ?? member(manifest, 'dxt_version');
  if (typeof version !== 'string' || !VERSIONS.test(version)) throw unsupportedVersion();
  const server = objectOf(member(manifest, 'server'), '/server');
  const config = objectOf(member(server, 'mcp_config'), '/server/mcp_config');
  return {
    name: lineOf(member(manifest, 'name'), '/name'),
    version: lineOf(member(manifest, 'version'), '/version'),
    type: typeOf(member(server, 'type')),
    entryPoint: textOf(member(server, 'entry_point'), '/server/entry_point').replace(/^\.\//, ''),
    start: {
      command: textOf(member(config, 'command'), '/server/mcp_config/command'),
      args: [],
      env: new Map(),
      ...partOf(config),
    },
    overrides: overridesOf(member(config, 'platform_overrides')),
    options: optionsOf(member(manifest, 'user_config')),
    platforms: platformsOf(member(manifest, 'compatibility')),
  };
}

function readManifestJson(bytes: Uint8Array): Json {
  try {
    return readJson(bytes);
  } catch (cause) {
    throw new ToolmarkError(
      'mcpb.bad-manifest',
      'The manifest of the bundle is not strict JSON. Ask its author to correct it.',
      { cause },
    );
  }
}

function typeOf(type: Json | undefined): BundleManifest['type'] {
  if (type === 'node' || type === 'python' || type === 'binary') return type;
  if (type !== 'uv') throw badManifest('/server/type', 'is not "node", "python" or "binary"');
  const message =
    'The bundle installs Python packages when it starts (server type "uv"), so its digest does not cover its code. Start the server with uvx instead, or use --no-package.';
  throw new ToolmarkError('mcpb.unsupported-type', message);
}

function partOf(config: JsonObject, pointer = '/server/mcp_config'): Partial<StartConfig> {
  const [command, args, env] = ['command', 'args', 'env'].map(key => member(config, key));
  return {
    ...(command === undefined ? {} : { command: textOf(command, `${pointer}/command`) }),
    ...(args === undefined ? {} : { args: textsOf(args, `${pointer}/args`) }),
    ...(env === undefined ? {} : { env: variablesOf(env, `${pointer}/env`) }),
  };
}

function overridesOf(value: Json | undefined): ReadonlyMap<string, Partial<StartConfig>> {
  const pointer = '/server/mcp_config/platform_overrides';
  const platforms = Object.entries(value === undefined ? {} : objectOf(value, pointer));
  return new Map(platforms.map(([name, part]) => [name, partOf(objectOf(part, pointer), pointer)]));
}

function optionsOf(value: Json | undefined): ReadonlyMap<string, UserOption> {
  const options = Object.entries(value === undefined ? {} : objectOf(value, '/user_config'));
  return new Map(options.map(([name, option]) => [name, optionOf(objectOf(option, '/user_config'))]));
}

function optionOf(option: JsonObject): UserOption {
  const preset = member(option, 'default');
  const values = Array.isArray(preset) ? preset : [preset];
  return {
    isRequired: flagOf(member(option, 'required'), '/user_config'),
    isMultiple: flagOf(member(option, 'multiple'), '/user_config'),
    default: preset === undefined ? undefined : values.map(each => scalarOf(each ?? null)),
  };
}

function flagOf(value: Json | undefined, pointer: string): boolean {
  if (value !== undefined && typeof value !== 'boolean') throw badManifest(pointer, 'is not true or false');
  return value ?? false;
}

function scalarOf(value: Json): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw badManifest('/user_config', 'has a default that is not a text, number or boolean');
}

function platformsOf(value: Json | undefined): readonly string[] {
  const platforms = value === undefined ? undefined : member(objectOf(value, '/compatibility'), 'platforms');
  return platforms === undefined ? [] : textsOf(platforms, '/compatibility/platforms');
}

function variablesOf(value: Json, pointer: string): ReadonlyMap<string, string> {
  const variables = Object.entries(objectOf(value, pointer));
  return new Map(variables.map(([name, text]) => [variableName(name, pointer), textOf(text, pointer)]));
}

function variableName(name: string, pointer: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  throw badManifest(pointer, 'has a name that is not that of a variable');
}

function textsOf(value: Json, pointer: string): readonly string[] {
  if (!Array.isArray(value)) throw badManifest(pointer, 'is not a list');
  return value.map(item => textOf(item, pointer));
}

// No program can be given a NUL.
function textOf(value: Json | undefined, pointer: string): string {
  if (typeof value === 'string' && !value.includes('\0')) return value;
  throw badManifest(pointer, 'is not a text');
}

/** For the lock: one line, and nothing that hides. */
function lineOf(value: Json | undefined, pointer: string): string {
  const text = textOf(value, pointer);
  if (text !== '' && text.length <= MAX_TEXT && inert(text) === text) return text;
  throw badManifest(pointer, `is empty, longer than ${MAX_TEXT} characters, or has invisible characters`);
}

function objectOf(value: Json | undefined, pointer: string): JsonObject {
  if (value !== undefined && isJsonObject(value)) return value;
  throw badManifest(pointer, 'is not an object');
}

function badManifest(pointer: string, problem: string): ToolmarkError {
  const message = `The manifest of the bundle is not valid: ${quoteInert(pointer)} ${problem}. Ask its author to correct it.`;
  return new ToolmarkError('mcpb.bad-manifest', message, { pointer });
}

function unsupportedVersion(): ToolmarkError {
  const message =
    'The bundle has a manifest of an unknown version: 0.1 to 0.4 are known. Update Toolmark, or use --no-package.';
  return new ToolmarkError('mcpb.unsupported-version', message);
}
