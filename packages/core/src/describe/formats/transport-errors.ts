import { type Finding, isJsonObject, quoteInert } from '../../base/index.ts';
import { remoteAddress } from '../remote-address.ts';
import { isServerVersion } from './server-rules.ts';
import type { Argument, Package, Remote, ServerJson } from './server-shape.ts';

/** Rules for transports, packages and remotes that the schema leaves to the registry. */
export function findTransportErrors({ packages = [], remotes = [] }: ServerJson, at: string): Finding[] {
  return [
    ...packages.flatMap((item, index) => findPackageErrors(item, `${at}/packages/${index}`)),
    ...remotes.flatMap((item, index) => findRemoteErrors(item, `${at}/remotes/${index}`)),
  ];
}

function findPackageErrors(item: Package, at: string): Finding[] {
  const { transport, version } = item;
  const findings: Finding[] = [];
  if (transport.type === 'stdio' && transport.url !== undefined && transport.url !== '') {
    findings.push(error('server.transport', `${at}/transport/url`, 'stdio has no url.'));
  }
  if (transport.type !== 'stdio' && transport.url === undefined) {
    findings.push(error('server.transport', `${at}/transport`, `${transport.type} needs a url.`));
  }
  if (typeof version === 'string' && !isServerVersion(version)) {
    findings.push(error('server.version', `${at}/version`, 'Expected one version: neither "latest" nor a range.'));
  }
  findings.push(...findUnpinned(item, at));
  for (const list of ['runtimeArguments', 'packageArguments'] as const) {
    for (const [index, argument] of (item[list] ?? []).entries()) {
      if (!isComplete(argument)) findings.push(incomplete(argument, `${at}/${list}/${index}`));
    }
  }
  return findings;
}

/** Registries whose packages the MCP Registry takes only with a version of their own. */
const VERSIONED = ['npm', 'pypi', 'nuget'];

/** A package that does not say which build it is: clients would run whatever is newest, and the MCP Registry refuses it. */
function findUnpinned({ registryType, identifier, version, fileSha256 }: Package, at: string): Finding[] {
  const warn = (pointer: string, message: string): Finding[] => [
    { code: 'server.package-version', severity: 'warning', pointer, message },
  ];
  if (VERSIONED.includes(registryType) && version === undefined) {
    return warn(at, 'The package has no version, and the MCP Registry refuses it without one.');
  }
  if (registryType === 'oci' && !/[@:][^/]+$/.test(identifier)) {
    return warn(`${at}/identifier`, 'The image has no tag and no digest. Write them into the identifier.');
  }
  if (registryType === 'mcpb' && fileSha256 === undefined) {
    return warn(at, 'The MCP Registry refuses an MCPB package without "fileSha256".');
  }
  return [];
}

function isComplete({ type, name, value, valueHint }: Argument): boolean {
  return type === 'named' ? name !== undefined : value !== undefined || valueHint !== undefined;
}

function incomplete({ type }: Argument, at: string): Finding {
  const wanted = type === 'named' ? 'a name' : 'a value or a valueHint';
  return error('server.argument', at, `A ${type} argument needs ${wanted}.`);
}

function findRemoteErrors({ url, variables }: Remote, at: string): Finding[] {
  const findings: Finding[] = [];
  if (isLocalAddress(url)) findings.push(error('server.url', `${at}/url`, 'A remote must not be a local address.'));
  const declared = isJsonObject(variables) ? variables : {};
  for (const name of new Set([...url.matchAll(/\{([^{}]{1,200})\}/g)].map(([, name = '']) => name))) {
    if (Object.hasOwn(declared, name)) continue;
    findings.push(error('server.variable', `${at}/url`, `The variable ${quoteInert(name)} is not declared.`));
  }
  return findings;
}

/** Whether an address leads to the machine of its user. The parsed host counts: `127.1`, `0x7f.1` and `localhost.` are there too. */
export function isLocalAddress(url: string): boolean {
  const [, written = ''] = /^https?:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(url) ?? [];
  // A variable can replace a part of the host, or the port.
  const parsed = remoteAddress(url.replace(/\{[^{}]*\}/g, '1'))?.host;
  return LOCAL.test(parsed ?? written);
}

const LOCAL =
  /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(?:7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:0)\])$/i;

function error(code: string, pointer: string, message: string): Finding {
  return { code, severity: 'error', pointer, message };
}
