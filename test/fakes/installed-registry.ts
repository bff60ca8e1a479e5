import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { NpmRegistry } from './npm-registry.ts';
import type { TarMember } from './tarball.ts';

const CHECKOUT = path.resolve(import.meta.dirname, '../..');

/** A registry with every package that is installed in this repository, so that npm needs no network. */
export async function startInstalledRegistry(): Promise<NpmRegistry> {
  const registry = await NpmRegistry.start();
  const installed = installedPackages();
  registry.intercept = ({ url = '/' }) => {
    const [name = ''] = decodeURIComponent(new URL(url, registry.url).pathname).slice(1).split('/-/');
    for (const location of installed.get(name) ?? []) publish(registry, location);
    installed.delete(name);
    return false;
  };
  return registry;
}

/** The locations of each package; the hoisted one is the last, because the last that is published is `latest`. */
function installedPackages(): Map<string, string[]> {
  const { packages } = JSON.parse(readFileSync(path.join(CHECKOUT, 'package-lock.json'), 'utf8'));
  const locations = Object.keys(packages).filter(location => isInstalled(location, packages[location]));
  const found = new Map<string, string[]>();
  for (const location of locations.sort((one, other) => depthOf(other) - depthOf(one))) {
    const { name = location.split('node_modules/').at(-1) } = packages[location];
    found.set(name, [...(found.get(name) ?? []), location]);
  }
  return found;
}

/** Neither a folder of this repository, nor an optional package for other platforms. */
function isInstalled(location: string, entry: { readonly link?: boolean }): boolean {
  const file = path.join(CHECKOUT, location, 'package.json');
  return (
    location.includes('node_modules/') && entry.link !== true && statSync(file, { throwIfNoEntry: false }) !== undefined
  );
}

/** The least for what is hoisted, and one more for each package or folder of this repository around it. */
function depthOf(location: string): number {
  return location.split('node_modules/').length + (location.startsWith('node_modules/') ? 0 : 1);
}

function publish(registry: NpmRegistry, location: string): void {
  const folder = path.join(CHECKOUT, location);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  registry.publish(manifest.name, manifest.version, { manifest, members: membersOf(folder) });
}

/** The files of a package, without the packages below it. `package.json` is made from the manifest. */
function membersOf(folder: string): TarMember[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(item => item.isFile())
    .map(item => path.relative(folder, path.join(item.parentPath, item.name)).replaceAll('\\', '/'))
    .filter(name => name !== 'package.json' && !/(?:^|\/)node_modules\//.test(name));
  return names.map(name => {
    const file = path.join(folder, name);
    return { path: `package/${name}`, text: readFileSync(file), mode: statSync(file).mode & 0o777 };
  });
}
