import { readFileSync } from 'node:fs';
import { parseNpmTree } from '@toolmark/core/package';
import { preparePackage } from '@toolmark/store';

/** Installs the package that a file describes, in a process of its own. */
const { pinned, lock, wanted, context } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const launch = await preparePackage(pinned, parseNpmTree(lock), wanted, { command: 'npx', args: [] }, context);
console.log(JSON.stringify(launch));
