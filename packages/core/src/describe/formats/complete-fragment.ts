import { isJsonObject, type Json, type JsonObject, member } from '../../base/index.ts';
import { providedIn, TOOLHIVE_NAMESPACE } from './extension.ts';
import type { ServerJsonOptions } from './finish-server.ts';
import type { Ledger } from './ledger.ts';
import { bareName, derivedName, fullName, refuseServerName } from './names.ts';
import { isServerName } from './server-rules.ts';

/**
 * Publisher-provided data alone, as RFC-0015 prints it, with what makes an entry of it: its one key says what runs or where it is
 * reached. Anything else is given back as it is. `isNamed`: whether the result needs a name of its own.
 */
export function completeFragment(value: Json, options: ServerJsonOptions, isNamed: boolean, ledger: Ledger): Json {
  if (!isFragment(value)) return value;
  const extensions = providedIn(value)?.value[TOOLHIVE_NAMESPACE];
  const keys = isJsonObject(extensions) ? Object.keys(extensions) : [];
  const [key] = keys;
  if (key === undefined || keys.length > 1) return value;
  const name = nameOf(key, options, isNamed, ledger);
  return {
    name,
    description: descriptionOf(name, options, isNamed, ledger),
    version: options.version ?? '1.0.0',
    ...deploymentOf(key),
    ...value,
  };
}

function isFragment(value: Json): value is JsonObject {
  if (!isJsonObject(value) || providedIn(value) === undefined) return false;
  return ['name', 'packages', 'remotes'].every(key => member(value, key) === undefined);
}

function nameOf(key: string, { name: given }: ServerJsonOptions, isNamed: boolean, ledger: Ledger): string {
  const name = fullName(given ?? derivedName(key), 'toolhive');
  if (!isNamed) return isServerName(name) ? name : 'local/entry';
  refuseServerName(name);
  if (given === undefined)
    ledger.warn('convert.name-derived', '', `The entry has no name; it is named "${name}" after its key.`);
  return name;
}

function descriptionOf(name: string, { description }: ServerJsonOptions, isNamed: boolean, ledger: Ledger): string {
  if (description !== undefined) return description;
  if (isNamed)
    ledger.warn('convert.description-made', '', 'The entry has no description. Give one with --description.');
  return `MCP server ${bareName(name, 'toolhive')}`.slice(0, 100);
}

function deploymentOf(key: string): JsonObject {
  if (/^https?:\/\//i.test(key)) return { remotes: [{ type: 'streamable-http', url: key }] };
  return { packages: [{ registryType: 'oci', identifier: key, transport: { type: 'stdio' } }] };
}
