import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { quoteInert, ToolmarkError } from '@toolmark/core';
import { type BundlePackage, purlOf } from '@toolmark/core/package';
import { installEntry } from '../content/install-entry.ts';
import type { Context } from '../context.ts';
import type { Ecosystem } from '../ecosystem.ts';
import { bundleCommand } from './bundle-command.ts';
import { type Bundle, openBundle } from './open-bundle.ts';
import { MANIFEST_FILE, parseManifest } from './parse-manifest.ts';
import { readBundleFile } from './read-bundle-file.ts';
import { unpack } from './unpack.ts';

/** MCPB bundles: pinned by the digest of the file, unpacked once, and started as their manifest says. */
export const mcpb: Ecosystem<'mcpb'> = {
  async resolve({ file }, context) {
    const { digest, signer, manifest } = await openBundle(await readBundleFile(path.resolve(context.cwd, file)));
    const pinned = { type: 'mcpb', name: manifest.name, version: manifest.version, integrity: digest } as const;
    const signed = signer === undefined ? {} : { signer };
    return { package: { ...pinned, purl: purlOf(pinned), ...signed }, needsScripts: [] };
  },

  async prepare(pinned, _tree, { file, args }, _launch, context) {
    const key = pinned.integrity.slice('sha256:'.length);
    const install = async (folder: string): Promise<void> => unpack(await openPinned(pinned, file, context), folder);
    const label = { name: `${pinned.name}@${pinned.version}` };
    const folder = await installEntry(context.store, 'mcpb', key, install, context, label);
    const manifest = parseManifest(await readFile(path.join(folder, MANIFEST_FILE)));
    return bundleCommand(manifest, args, {
      folder,
      env: context.env,
      platform: process.platform,
      node: process.execPath,
      isFile: found => statSync(found, { throwIfNoEntry: false })?.isFile() ?? false,
    });
  },
};

async function openPinned(pinned: BundlePackage, file: string, context: Context): Promise<Bundle> {
  const bundle = await openBundle(await readBundleFile(path.resolve(context.cwd, file)));
  if (bundle.digest === pinned.integrity && bundle.signer === pinned.signer) return bundle;
  const message = `The bundle ${quoteInert(path.basename(file))} is not the locked one: its ${bundle.digest === pinned.integrity ? 'signer' : 'digest'} differs. Run "toolmark check" to see the difference, and "toolmark lock" to accept it.`;
  throw new ToolmarkError('package.integrity-mismatch', message);
}
