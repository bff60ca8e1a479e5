import type { Command } from 'commander';
import type { Finish, Io } from './io.ts';
import { formatOption, port, seconds } from './options.ts';

/** Logging in to remote MCP servers, and to registries where no server is named. */
export function addLoginCommands(program: Command, io: Io, finish: Finish): void {
  addNames(program.command('login'), 'the MCP server: its address, or its key in a config')
    .description('log in to a remote MCP server or a registry')
    .option('--scope <scopes>', 'SERVER: ask for these scopes, separated by spaces')
    .option('--issuer <url>', 'SERVER: refuse any other authorization server')
    .option('--client-id <id>', 'SERVER: a registered client, or the address of its metadata')
    .option('--client-secret-file <file>', 'SERVER: the secret of that client')
    .option('--callback-port <port>', 'SERVER: the port on 127.0.0.1 that the browser comes back to', port)
    .option('--no-open', 'SERVER: print the address instead of opening a browser')
    .option('--timeout <seconds>', 'SERVER: how long you may take', seconds, 300)
    .option('--logout', 'the same as "toolmark logout"', false)
    .action(async (server, options, command) => {
      refuseMixed(server, command);
      if (server !== undefined) {
        const { runServerLogin, runServerLogout } = await import('./commands/login-server.ts');
        const run = options.logout ? runServerLogout : runServerLogin;
        finish(await run({ server, ...options }, io));
        return;
      }
      const { runLogin } = await import('./commands/login.ts');
      finish(await runLogin(options, io));
    });

  addNames(program.command('logout'), 'the MCP server: its address, or its key in a config')
    .description('revoke and remove the tokens of a login')
    .action(async (server, options, command) => {
      refuseMixed(server, command);
      if (server !== undefined) {
        const { runServerLogout } = await import('./commands/login-server.ts');
        finish(await runServerLogout({ server, ...options }, io));
        return;
      }
      const { runLogin } = await import('./commands/login.ts');
      finish(await runLogin({ ...options, logout: true }, io));
    });
}

function addNames(command: Command, about: string): Command {
  return command
    .argument('[server]', about)
    .option('--config <file>', 'SERVER: the mcp.json that names it')
    .option('--discover', 'SERVER: look in the configs of every known client', false)
    .option('--registry <url>', 'the registry; or TOOLMARK_REGISTRY (default: "http://127.0.0.1:8484")')
    .addOption(formatOption(['text', 'json']));
}

/** An option that has no effect would be taken for one that has. */
function refuseMixed(server: string | undefined, command: Command): void {
  const given = command.options.filter(option => command.getOptionValueSource(option.attributeName()) === 'cli');
  const isForServer = (description: string): boolean => description.startsWith('SERVER:');
  const stray = given.find(({ description, long }) =>
    server === undefined ? isForServer(description) : long === '--registry',
  );
  if (stray === undefined) return;
  const belongs = server === undefined ? 'belongs to an MCP server: name it' : 'belongs to registries';
  command.error(`${stray.long} ${belongs}.`, { code: 'commander.twoSources' });
}
