import { parseUrl, ToolmarkError } from '@toolmark/core';
import type { Context } from '../context.ts';
import { type Answer, type Asked, ask, isAllowed, refusal } from './ask.ts';
import { fetchToken } from './fetch-token.ts';

/** A token, a redirect or two, and a token there. */
const MAX_REQUESTS = 6;

/** A successful answer, with an anonymous token if the registry wants one. Throws `oci.*`. */
export async function request(asked: Asked & { readonly repository: string }, context: Context): Promise<Answer> {
  let address = asked.address;
  const tokens = new Map<string, string>();
  for (let count = 0; count < MAX_REQUESTS; count++) {
    const answer = await ask({ ...asked, address }, context, tokens.get(address.origin));
    if (answer.status === 200) return answer;
    if (isRedirect(answer.status)) {
      address = redirectTarget(asked.shown, address, answer.headers);
    } else if (answer.status === 401 && !tokens.has(address.origin)) {
      // The token is for the host that asked for it, and is never sent to another one.
      tokens.set(address.origin, await fetchToken(asked, address, answer.headers, context));
    } else throw refusal(asked.shown, answer.status);
  }
  throw redirected(asked.shown, 'too many times');
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function redirectTarget(shown: string, from: URL, headers: Headers): URL {
  const location = headers.get('location') ?? '';
  const target = parseUrl(location, from.href);
  if (target === undefined) throw redirected(shown, 'to an address that is not valid');
  if (!isAllowed(target, from)) throw redirected(shown, 'to an address without HTTPS or with a password');
  return target;
}

function redirected(shown: string, how: string): ToolmarkError {
  const message = `The registry redirects ${shown} ${how}. Name the image at its new place.`;
  return new ToolmarkError('oci.redirected', message);
}
