import type { Ecosystem } from '../ecosystem.ts';
import { preparePypi } from './prepare.ts';
import { resolvePypi } from './resolve.ts';

/** Python packages, which uv resolves and installs as wheels with their hashes. */
export const pypi: Ecosystem<'pypi'> = {
  resolve: resolvePypi,
  prepare: (pinned, tree, wanted, _launch, context) => preparePypi(pinned, tree, wanted, context),
};
