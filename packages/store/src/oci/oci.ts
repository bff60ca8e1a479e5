import { quoteInert, ToolmarkError } from '@toolmark/core';
import { purlOf } from '@toolmark/core/package';
import type { Ecosystem } from '../ecosystem.ts';
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

  async prepare(pinned, _tree, wanted, { command, args }) {
    if (args[wanted.at] !== wanted.image) throw notThere(wanted.image);
    // The lock may be edited by hand: its name must be the name of an image and nothing else.
    const { name, digest } = parseImage(`${pinned.name}@${pinned.integrity}`);
    return { command, args: args.with(wanted.at, `${name}@${digest}`) };
  },
};

function notThere(image: string): ToolmarkError {
  const message = `The image ${quoteInert(image)} is not where the command was read to have it. Write the command without a wrapper.`;
  return new ToolmarkError('oci.bad-command', message);
}
