import { ToolmarkError } from '@toolmark/core';

/** Every way in which a server could not be asked, or is worth a remark: what happened and what to do. */
export const CONNECT_CODES = {
  'server.cannot-start': [
    'error',
    'The command of the server could not be run.',
    'Check the command, its folder and PATH.',
  ],
  'server.exited': [
    'error',
    'The server ended before it had answered.',
    'Run its command by hand and read what it prints.',
  ],
  'server.timeout': [
    'error',
    'The server did not answer in time.',
    'Raise the time-out, or see what the server waits for.',
  ],
  'server.cancelled': ['error', 'The work was called off.', 'Start it again.'],
  'server.closed': ['error', 'The connection is closed.', 'Connect again.'],
  'server.unreachable': ['error', 'Nothing answers at the address.', 'Check the address, the network and the server.'],
  'server.unauthorized': ['error', 'The server wants other credentials.', 'Set the headers it asks for in the config.'],
  'server.insufficient-scope': [
    'error',
    'The token does not have the scope that the server asks for.',
    'Log in with that scope.',
  ],
  'server.shows-token': [
    'error',
    'The server repeats its access token in what it lists.',
    'Do not use the server; log out.',
  ],
  'server.not-mcp': [
    'error',
    'What answers does not speak MCP over streamable HTTP.',
    'Check the path of the address.',
  ],
  'server.bad-address': ['error', 'The address is no http or https address.', 'Write it as in https://host/mcp.'],
  'server.redirected': [
    'error',
    'The server redirects to another origin.',
    'Check where it leads, and use that address if it is right.',
  ],
  'server.bad-header': ['error', 'A header is not one HTTP allows.', 'Mend its name or value in the config.'],
  'server.failed': ['error', 'The server answered with an error.', 'Read the message; the server must be mended.'],
  'server.unreadable': [
    'error',
    'A message of the server is not strict JSON.',
    'Report it to the author of the server.',
  ],
  'server.too-large': [
    'error',
    'The server sent more bytes than the limit.',
    'Do not use the server, or raise the limit.',
  ],
  'server.too-many': [
    'error',
    'A list has more pages or items than the limit.',
    'Do not use the server, or raise the limit.',
  ],
  'server.repeated-cursor': ['error', 'The server sent a page cursor twice.', 'Report it to the author of the server.'],
  'server.malformed': [
    'error',
    'A reply does not have the shape MCP asks for.',
    'Report it to the author of the server.',
  ],
  'server.is-guard': [
    'error',
    'A guard answered in place of the servers behind it.',
    'Name the servers themselves, with --config or --url.',
  ],
  'server.restless': [
    'error',
    'The lists change each time they are read.',
    'Do not use the server: there is nothing to pin.',
  ],
  'server.ambiguous-key': [
    'error',
    'A member is a case variant of one that counts.',
    'Do not use the server: hosts read it differently.',
  ],
  'server.duplicate-name': [
    'error',
    'Two entries of a list have one name.',
    'Do not use the server: hosts pick different ones.',
  ],
  'server.noise-on-stdout': [
    'warning',
    'The server writes text between its messages.',
    'It belongs on standard error.',
  ],
  'server.undeclared-list': [
    'warning',
    'The server shows a list it does not declare.',
    'Some hosts see it and others do not.',
  ],
  'server.view-unavailable': [
    'warning',
    'The server could not be asked as another kind of client.',
    'What it shows to such clients is neither locked nor checked.',
  ],
} as const satisfies Readonly<Record<string, readonly ['error' | 'warning', string, string]>>;

export type ConnectCode = keyof typeof CONNECT_CODES;

/** An error of this table; `message` says more than the table does. */
export function serverError(code: ConnectCode, message: string, cause?: unknown): ToolmarkError {
  return new ToolmarkError(code, message, cause === undefined ? {} : { cause });
}
