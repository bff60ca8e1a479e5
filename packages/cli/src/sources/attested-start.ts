import type { Lock } from '@toolmark/core';
import type { ResolveOptions } from './find-packages.ts';
import type { UpdateJudge } from './judge-updates.ts';

/** A newer package is started only if the locked publisher attested it: otherwise the locked one is. */
export function starter(judge: UpdateJudge, { servers }: Lock): NonNullable<ResolveOptions['mayStart']> {
  return async ({ key }, { package: found, tree }) => {
    const locked = servers.get(key);
    if (locked?.publisher === undefined) return false;
    return judge.mayStart({ key, locked, package: found, ...(tree === undefined ? {} : { tree }) });
  };
}
