import { quoteInert, ToolmarkError } from '@toolmark/core';
import { covers, mayPublishTools } from './namespace.ts';
import { boundToken, isBound, type Principal, requirePermission } from './principal.ts';

/** Allows accounts that may publish, and tokens that are bound to names of tool documents. */
export function requireToolPublisher(caller: Principal | undefined): Principal {
  if (caller === undefined || !isBound(caller)) return requirePermission(caller, 'publish');
  if (mayPublishTools(caller)) return caller;
  throw boundToken();
}

/** Throws `publish.namespace` unless a bound token covers the name of the document. */
export function requireToolName(principal: Principal, name: string): void {
  if (!isBound(principal) || covers(principal.namespace, name)) return;
  const message = `This token does not cover the tool ${quoteInert(name)}. Publish under a name that it is bound to.`;
  throw new ToolmarkError('publish.namespace', message);
}
