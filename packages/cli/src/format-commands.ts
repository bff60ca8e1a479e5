import { type Command, Option } from 'commander';
import { addSources } from './add-sources.ts';
import { addEntryOptions } from './entry-options.ts';
import type { Finish, Io } from './io.ts';
import { formatOption } from './options.ts';

export function addFormatCommands(
  program: Command,
  io: Io,
  command: readonly string[] | undefined,
  finish: Finish,
): void {
  const formats = ['upstream', 'toolhive', 'docker', 'mcp'] as const;

  addEntryOptions(program.command('convert'))
    .description('convert between registry formats and report what is lost')
    .argument('<file>', 'server.json, an entry or registry of ToolHive, an entry of Docker, a tool list, or -')
    .addOption(new Option('--from <format>', 'what the file is; recognised if not given').choices(formats))
    .addOption(new Option('--to <format>', 'what to make of it').choices(formats).makeOptionMandatory())
    .option('--name <name>', 'the name of an entry that has none')
    .option('--url <url>', 'where the server of a tool list is reached')
    .option('--tools <file>', 'the tools.json of an entry of Docker')
    .option('-o, --output <file>', 'write the result here, as YAML if it ends in .yaml')
    .addOption(formatOption(['text', 'json']))
    .action(async (file, options) => {
      const { runConvert } = await import('./commands/convert.ts');
      finish(runConvert({ file, ...options }, io));
    });

  addEntryOptions(addSources(program.command('describe')))
    .description('generate server.json from a live server')
    .option('--as <name>', 'its name in the MCP Registry, as in com.example/weather')
    .option('-o, --output <file>', 'write it here')
    .addOption(new Option('--format <format>', 'server.json is always JSON').choices(['json', 'text']).default('json'))
    .action(async options => {
      const { runDescribe } = await import('./commands/describe.ts');
      finish(await runDescribe({ ...options, command }, io));
    });
}
