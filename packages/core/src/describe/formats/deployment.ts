import { isJsonObject, member, quoteInert, ToolmarkError } from '../../base/index.ts';
import { extensionsOf, loseOtherMeta } from './extension.ts';
import type { Ledger } from './ledger.ts';
import { repositorySource } from './repository.ts';
import { SERVER_SCHEMA } from './server-rules.ts';
import type { Package, Remote, ServerJson } from './server-shape.ts';

/** The one way to run or reach a server that a catalog of images and remotes takes. `key` is that of its extension. */
export type Deployment =
  | { readonly kind: 'image'; readonly key: string; readonly index: number; readonly package: Package }
  | { readonly kind: 'remote'; readonly key: string; readonly remote: Remote };

/** The one image, else the first remote. */
export function chooseDeployment({ name, packages = [], remotes = [] }: ServerJson, catalog: string): Deployment {
  const images = packages.flatMap((item, index) => (item.registryType === 'oci' ? [{ item, index }] : []));
  const [image] = images;
  const [remote] = remotes;
  if (images.length > 1) {
    throw new ToolmarkError(
      'convert.several-images',
      `${quoteInert(name, 210)} has ${images.length} OCI packages, but ${catalog} accepts one. Keep one of them.`,
    );
  }
  if (image !== undefined)
    return { kind: 'image', key: image.item.identifier, index: image.index, package: image.item };
  if (remote !== undefined) return { kind: 'remote', key: remote.url, remote };
  const types = [...new Set(packages.map(({ registryType }) => quoteInert(registryType, 20)))].slice(0, 5);
  const found = types.length === 0 ? 'no packages' : `only packages of ${types.join(', ')}`;
  throw new ToolmarkError(
    'convert.no-image',
    `${quoteInert(name, 210)} has ${found}: ${catalog} runs OCI images and reaches remotes.`,
  );
}

/** What a catalog has members for. */
export interface Holding {
  readonly catalog: string;
  readonly server: readonly string[];
  readonly repository: readonly string[];
}

const ALWAYS = [
  ...['$schema', 'name', 'title', 'description', 'version', 'repository', 'packages', 'remotes', '_meta', 'meta'],
];

/** Members of a server beside the chosen deployment that the catalog cannot hold. */
export function loseOthers(server: ServerJson, chosen: Deployment, at: string, holding: Holding, ledger: Ledger): void {
  const reason = `${holding.catalog} has no member for it.`;
  ledger.loseRest(server, at, [...ALWAYS, ...holding.server], reason);
  if (server.$schema !== undefined && server.$schema !== SERVER_SCHEMA) ledger.lose(`${at}/$schema`, reason);
  if (server.version !== '1.0.0') ledger.lose(`${at}/version`, reason);
  const repository = member(server, 'repository');
  if (isJsonObject(repository)) {
    ledger.loseRest(repository, `${at}/repository`, ['url', 'source', ...holding.repository], reason);
    if (repository.source !== repositorySource(String(repository.url))) ledger.lose(`${at}/repository/source`, reason);
  }
  loseDeployments(server, chosen, at, `${holding.catalog} accepts one image or remote.`, ledger);
  loseMeta(server, chosen, at, reason, ledger);
}

function loseDeployments(server: ServerJson, chosen: Deployment, at: string, reason: string, ledger: Ledger): void {
  for (const index of (server.packages ?? []).keys()) {
    if (chosen.kind !== 'image' || index !== chosen.index) ledger.lose(`${at}/packages/${index}`, reason);
  }
  for (const index of (server.remotes ?? []).keys()) {
    if (chosen.kind !== 'remote' || index > 0) ledger.lose(`${at}/remotes/${index}`, reason);
  }
}

function loseMeta(server: ServerJson, { key }: Deployment, at: string, reason: string, ledger: Ledger): void {
  loseOtherMeta(server, at, reason, ledger);
  for (const extension of extensionsOf(server)) {
    if (extension.key === key) continue;
    ledger.lose(`${at}${extension.pointer}`, 'Its key is another package or remote.');
  }
}
