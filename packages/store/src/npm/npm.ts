import type { Ecosystem } from '../ecosystem.ts';
import { prepareNpm } from './prepare.ts';
import { resolveNpm } from './resolve.ts';

/** Packages of npm, by the npm that is installed beside Node. */
export const npm: Ecosystem<'npm'> = {
  resolve: resolveNpm,
  prepare: (pinned, tree, wanted, _launch, context) => prepareNpm(pinned, tree, wanted, context),
};
