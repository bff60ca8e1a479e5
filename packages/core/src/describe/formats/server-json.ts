import { child, type Finding, isJsonObject, type Json, member, sortFindings, ToolmarkError } from '../../base/index.ts';
import { readInput, refuseMalformed } from '../door.ts';
import { findExtensionErrors } from './extension-errors.ts';
import { findLargeIntegers } from './large-integers.ts';
import { isServerName, isServerVersion, isUri, SERVER_SCHEMA } from './server-rules.ts';
import { SERVER_SHAPE, type ServerJson } from './server-shape.ts';
import { findMisshapen } from './shape.ts';
import { findTransportErrors } from './transport-errors.ts';

export interface ServerOptions {
  /** Bytes of publisher-provided data that are an error to exceed. */
  readonly maxExtensionBytes?: number;
}

export interface ParsedServer {
  readonly server: ServerJson;
  /** Warnings and notes; an error is thrown. */
  readonly findings: readonly Finding[];
}

/** An entry from bytes, or from a value made elsewhere; throws `server.old-format`, or `server.malformed` with every reason. */
export function parseServerJson(input: Uint8Array | unknown, options: ServerOptions = {}): ParsedServer {
  const value = readInput(input, 'server.malformed');
  const findings = findServerErrors(value, '', options);
  const old = findings.find(({ code }) => code === 'server.old-format');
  if (old !== undefined) throw new ToolmarkError(old.code, old.message, { findings });
  refuseMalformed(findings, 'server.malformed', 'This is not a server.json of 2025-12-11');
  return { server: value as ServerJson, findings };
}

/** All findings for an entry, except those of the rules for tools. */
export function findServerErrors(value: Json, at = '', options: ServerOptions = {}): Finding[] {
  if (isOldFormat(value)) return [oldFormat(at)];
  const shape = findMisshapen(SERVER_SHAPE, value, at);
  const numbers = findLargeIntegers(value, at);
  // The rules trust the shape.
  if (shape.some(({ severity }) => severity === 'error')) return sortFindings([...shape, ...numbers]);
  const server = value as ServerJson;
  return sortFindings([
    ...shape,
    ...numbers,
    ...findNamingErrors(server, at),
    ...findAddressErrors(server, at),
    ...findTransportErrors(server, at),
    ...findExtensionErrors(server, at, options.maxExtensionBytes),
  ]);
}

const OLD_MEMBERS = ['version_detail', 'registry_name', 'registry_type', 'registry_base_url', 'runtime_hint'];
const OLD_LISTS = ['environment_variables', 'package_arguments', 'runtime_arguments', 'transport_type', 'file_sha256'];

/** Entries of May 2025 and the months after wrote their members with underscores. */
function isOldFormat(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const parts = [member(value, 'packages'), member(value, 'remotes')].flatMap(part =>
    Array.isArray(part) ? part : [],
  );
  return [value, ...parts].some(
    part => isJsonObject(part) && [...OLD_MEMBERS, ...OLD_LISTS].some(key => Object.hasOwn(part, key)),
  );
}

function oldFormat(pointer: string): Finding {
  const message =
    'This entry has the form of May 2025, with names such as version_detail. Publish it again as a server.json of 2025-12-11.';
  return { code: 'server.old-format', severity: 'error', pointer, message };
}

function findNamingErrors(server: ServerJson, at: string): Finding[] {
  const findings: Finding[] = [];
  const report = (code: string, key: string, severity: Finding['severity'], message: string): void => {
    findings.push({ code, severity, pointer: child(at, key), message });
  };
  const { name, version, title, $schema } = server;
  if (!isServerName(name)) {
    report(
      'server.name',
      'name',
      'error',
      'Expected a name such as com.example/weather: a reversed domain, a slash, a name.',
    );
  }
  if (!isServerVersion(version)) {
    report('server.version', 'version', 'error', 'Expected one version such as 1.0.2: neither "latest" nor a range.');
  }
  if (title?.trim() === '') report('server.blank', 'title', 'error', 'The title is blank. Leave it out, or write one.');
  if ($schema !== undefined && $schema !== SERVER_SCHEMA) {
    report('server.schema-version', '$schema', 'warning', 'This entry was written for another schema than 2025-12-11.');
  }
  return findings;
}

function findAddressErrors(server: ServerJson, at: string): Finding[] {
  const findings: Finding[] = [];
  const check = (url: Json | undefined, pointer: string, mustBeSecure: boolean): void => {
    if (typeof url !== 'string') return;
    if (!isUri(url)) {
      findings.push({ code: 'schema.format', severity: 'error', pointer, message: 'This is not a valid uri.' });
    } else if (mustBeSecure && !/^https:/i.test(url)) {
      findings.push({ code: 'server.url', severity: 'error', pointer, message: 'Only https is accepted here.' });
    }
  };
  const { repository, icons } = server;
  if (isJsonObject(repository)) check(repository.url, `${at}/repository/url`, false);
  check(server.websiteUrl, `${at}/websiteUrl`, true);
  for (const [index, icon] of (Array.isArray(icons) ? icons : []).entries()) {
    check(icon.src, `${at}/icons/${index}/src`, true);
  }
  for (const [index, { registryBaseUrl }] of (server.packages ?? []).entries()) {
    check(registryBaseUrl, `${at}/packages/${index}/registryBaseUrl`, false);
  }
  return findings;
}
