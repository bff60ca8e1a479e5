import { constants, existsSync, lstatSync } from 'node:fs';
import { copyFile, symlink } from 'node:fs/promises';
import path from 'node:path';

const CONFIG = '.npmrc';

/**
 * npm runs in a temporary folder, where it would not find the registries and tokens of the project. A link, because a copy would
 * be one more file with tokens.
 */
export async function linkProjectConfig(folder: string, cwd: string): Promise<void> {
  const config = path.join(findProject(cwd), CONFIG);
  if (!existsSync(config)) return;
  const here = path.join(folder, CONFIG);
  // Windows lets only some users create links.
  await symlink(config, here, 'file').catch(() => copyFile(config, here, constants.COPYFILE_EXCL));
}

/** As npm finds it: the nearest folder with a package.json or installed packages, else the folder itself. */
function findProject(cwd: string): string {
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    if (isProject(folder)) return folder;
    if (path.dirname(folder) === folder) return cwd;
  }
}

function isProject(folder: string): boolean {
  const kindOf = (name: string) => lstatSync(path.join(folder, name), { throwIfNoEntry: false });
  return kindOf('package.json')?.isFile() === true || kindOf('node_modules')?.isDirectory() === true;
}
