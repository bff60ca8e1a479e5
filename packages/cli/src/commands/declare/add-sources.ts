import { type Command, Option } from 'commander';
import { capabilities, nonEmpty, seconds } from './options.ts';

const VERBOSE = 'show the standard error of servers';

/** Where servers come from: the same for every command that asks them. */
export function addSources(command: Command, { hasName = true, verbose = VERBOSE } = {}): Command {
  if (hasName) command.option('--name <key>', 'key of the server given by --url or the command', nonEmpty);
  return command
    .usage('[options] [-- COMMAND ARGUMENTS…]')
    .option('--url <url>', 'URL of a streamable HTTP server')
    .option('--header <lines...>', `headers for --url, as in "Authorization: Bearer \${TOKEN}"`, [])
    .option('--config <file>', 'client config with servers (mcp.json)')
    .option('--discover', 'all servers of all known clients on this machine', false)
    .option('--server <key>', 'only this server')
    .option('--pass-env <names...>', 'pass these withheld variables to servers, such as GITHUB_TOKEN', [])
    .option('--timeout <seconds>', 'time limit per server', seconds, 30)
    .option('--client-name <name>', 'client name to send to servers', nonEmpty)
    .option(
      '--capabilities <names...>',
      'capabilities to declare, as your client does: sampling, elicitation, roots, extension ids; settings as in NAME={"a":1}',
      capabilities,
    )
    .addOption(
      new Option('--protocol <generation>', 'MCP generation to use')
        .choices(['auto', 'legacy', 'modern'])
        .default('auto'),
    )
    .option('--no-open', 'print the login URL instead of opening a browser')
    .option('--verbose', verbose, false);
}
