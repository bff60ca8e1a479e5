import { type Command, Option } from 'commander';
import { capabilities, nonEmpty, seconds } from './options.ts';

const VERBOSE = 'show what servers write to standard error';

/** Where servers come from: the same for every command that asks them. */
export function addSources(command: Command, { hasName = true, verbose = VERBOSE } = {}): Command {
  if (hasName) command.option('--name <key>', 'what to call the server of --url or of the command', nonEmpty);
  return command
    .usage('[options] [-- COMMAND ARGUMENTS…]')
    .option('--url <url>', 'a server that speaks streamable HTTP')
    .option('--header <lines...>', `headers for --url, as in "Authorization: Bearer \${TOKEN}"`, [])
    .option('--config <file>', 'an mcp.json that names servers')
    .option('--discover', 'the servers of every known client on this machine', false)
    .option('--server <key>', 'only this server')
    .option('--pass-env <names...>', 'variables that servers get although they are withheld, such as GITHUB_TOKEN', [])
    .option('--timeout <seconds>', 'how long a server may take', seconds, 30)
    .option('--client-name <name>', 'what to call ourselves to servers', nonEmpty)
    .option(
      '--capabilities <names...>',
      'what to say we can do, as the client that will use the servers: sampling, elicitation, roots, ids of extensions; settings as in NAME={"a":1}',
      capabilities,
    )
    .addOption(
      new Option('--protocol <generation>', 'how to greet servers')
        .choices(['auto', 'legacy', 'modern'])
        .default('auto'),
    )
    .option('--no-open', 'print the address of a login instead of opening a browser')
    .option('--verbose', verbose, false);
}
