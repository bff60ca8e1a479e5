import { inert } from '@toolmark/core';
import { type Login, type LoginOptions, login } from '@toolmark/mcp';
import type { Io } from '../io.ts';
import { openBrowser } from './open-browser.ts';
import { loginStore } from './server-logins.ts';

export interface BrowserOptions {
  /** Open a browser where a person sits at the terminal. */
  readonly open: boolean;
}

type Details = Pick<LoginOptions, 'client' | 'scope' | 'issuer' | 'callbackPort'> & { readonly timeoutMs?: number };

const TIMEOUT_MS = 300_000;

/** Prints where to log in, opens it on a terminal, and waits for the browser. */
export function logInToServer(url: string, { open, ...details }: BrowserOptions & Details, io: Io): Promise<Login> {
  return login(url, {
    ...loginStore(io),
    timeoutMs: TIMEOUT_MS,
    ...details,
    onAddress: (address, { issuer, scope }) => {
      const scopes = scope === undefined ? '' : `, with the scopes ${inert(scope)}`;
      io.stderr(`Log in at ${inert(issuer)}${scopes}. The address to open in a browser:\n\n  ${inert(address)}\n\n`);
      if (open && io.isInteractive) openBrowser(address, io);
    },
  });
}
