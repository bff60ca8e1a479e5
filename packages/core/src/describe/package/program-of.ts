import { ToolmarkError } from '../../base/index.ts';
import type { RecognisedNpm } from './launch.ts';
import type { NpmTree } from './package-tree.ts';

/** The program that `npx` would run. Throws `package.no-bin` with the programs that there are. */
export function programOf(_tree: NpmTree, _wanted: RecognisedNpm): { bin: string } {
  throw new ToolmarkError('package.no-bin', 'Not implemented yet.');
}
