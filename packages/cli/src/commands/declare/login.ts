import type { Command } from 'commander';
import { formatOption, port, seconds } from './options.ts';
import type { Run } from './run.ts';

/** Logging in to remote MCP servers, and to registries where no server is named. */
export function addLoginCommands(program: Command, run: Run): void {
  addTarget(program.command('login'))
    .description('log in to a remote MCP server or a registry')
    .option('--scope <scopes>', 'SERVER: request these scopes, separated by spaces')
    .option('--issuer <url>', 'SERVER: refuse any other authorization server')
    .option('--client-id <id>', 'SERVER: a registered client, or the URL of its metadata')
    .option('--client-secret-file <file>', 'SERVER: file with the secret of that client')
    .option('--callback-port <port>', 'SERVER: the port on 127.0.0.1 that the browser is redirected to', port)
    .option('--no-open', 'SERVER: print the URL instead of opening a browser')
    .option('--timeout <seconds>', 'SERVER: how long to wait for the login', seconds, 300)
    .option('--logout', 'the same as "toolmark logout"', false)
    .action(run(async () => (await import('../login.ts')).runLogin));

  addTarget(program.command('logout'))
    .description('revoke and remove the tokens of a login')
    .action(run(async () => (await import('../login.ts')).runLogout));
}

function addTarget(command: Command): Command {
  return command
    .argument('[server]', 'the MCP server: its URL, or its key in a config')
    .option('--config <file>', 'SERVER: the mcp.json that lists it')
    .option('--discover', 'SERVER: search the configs of all known clients', false)
    .option('--registry <url>', 'the registry; or TOOLMARK_REGISTRY (default: "http://127.0.0.1:8484")')
    .addOption(formatOption(['text', 'json']));
}
