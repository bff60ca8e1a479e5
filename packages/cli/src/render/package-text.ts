import { inert } from '@toolmark/core';
import { countPackages } from '../sources/count-packages.ts';
import type { FoundPackage } from '../sources/find-packages.ts';
import { fetchesCode } from '../sources/local-package.ts';

/** What is pinned of the code of a server, in lines; nothing for local files and remote servers. */
export function packageLines({ package: pinned, tree, needsScripts, start }: FoundPackage): string[] {
  if (pinned === null || pinned.type === 'remote' || pinned.type === 'path') return [];
  if (pinned.type === 'unpinned') {
    const isNotable = start !== undefined && fetchesCode(start.source);
    return isNotable ? [`not pinned: ${inert(pinned.reason)}`] : [];
  }
  const { name, version } = pinned;
  const size = tree === undefined ? [] : [counted(countPackages(tree))];
  const named = [pinned.type, inert(name), ...(version === undefined ? [] : [inert(version)])].join(' ');
  return [[named, ...size, 'pinned'].join(', '), ...scriptLines(needsScripts)];
}

/** A package that builds or downloads something when it is installed may not work without that. */
function scriptLines(packages: readonly string[]): string[] {
  return packages.map(one => {
    const name = inert(one.replace(/(?!^)@[^@]*$/, ''));
    return `the install script of ${inert(one)} did not run; if the server needs it: --allow-scripts ${name}`;
  });
}

function counted(packages: number): string {
  return packages === 1 ? '1 package' : `${packages} packages`;
}
