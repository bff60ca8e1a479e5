import path from 'node:path';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { purlOf } from '@toolmark/core/package';
import type { Environment } from '../context.ts';
import type { Ecosystem } from '../ecosystem.ts';
import { findProgram } from '../local/find-program.ts';
import { parseImage } from './image-reference.ts';
import { resolveDigest } from './resolve-digest.ts';

/** Images, which docker or podman fetches and verifies by the digest of the manifest. */
export const oci: Ecosystem<'oci'> = {
  async resolve(wanted, context) {
    const image = parseImage(wanted.image);
    const integrity = await resolveDigest(image, context);
    const version = image.tag === undefined ? {} : { version: image.tag };
    const pinned = { type: 'oci', name: image.name, ...version, integrity } as const;
    return { package: { ...pinned, purl: purlOf(pinned) }, needsScripts: [] };
  },

  async prepare(pinned, _tree, wanted, { command, args }, { env }) {
    if (args[wanted.at] !== wanted.image) throw notThere(wanted.image);
    // The lock may be edited by hand: its name must be the name of an image and nothing else.
    const { name, digest } = parseImage(`${pinned.name}@${pinned.integrity}`);
    return { command: programFor(wanted.runner, command, env), args: args.with(wanted.at, `${name}@${digest}`) };
  },
};

/** The one of the user: what a project brings along could have the same name. */
function programFor(runner: string, command: string, env: Environment): string {
  const found = findProgram(runner, env);
  if (found !== undefined) return found;
  const isRelative = /[/\\]/.test(command) && !path.isAbsolute(command);
  if (!isRelative) return command;
  const message = `${quoteInert(command)} may come with the project, and ${runner} is not on PATH. Install it, or name it with an absolute path.`;
  throw new ToolmarkError('oci.bad-command', message);
}

function notThere(image: string): ToolmarkError {
  const message = `The image ${quoteInert(image)} is not where the command was read to have it. Write the command without a wrapper.`;
  return new ToolmarkError('oci.bad-command', message);
}
