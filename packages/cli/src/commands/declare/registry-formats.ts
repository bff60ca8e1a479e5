import { type Command, Option } from 'commander';
import { addSources } from './add-sources.ts';
import { addEntryOptions } from './entry-options.ts';
import { formatOption } from './options.ts';
import type { Run } from './run.ts';

export function addFormatCommands(program: Command, run: Run): void {
  const formats = ['upstream', 'toolhive', 'docker', 'mcp'] as const;

  addEntryOptions(program.command('convert'))
    .description('convert between registry formats and report what is lost')
    .argument('<file>', 'server.json, an entry or registry of ToolHive, an entry of Docker, a tool list, or -')
    .addOption(new Option('--from <format>', 'what the file is; recognised if not given').choices(formats))
    .addOption(new Option('--to <format>', 'what to make of it').choices(formats).makeOptionMandatory())
    .option('--name <name>', 'name for an entry without one')
    .option('--url <url>', 'URL of the server of a tool list')
    .option('--tools <file>', 'the tools.json of a Docker entry')
    .option('-o, --output <file>', 'output file; YAML if it ends in .yaml')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../convert.ts')).runConvert));

  addEntryOptions(addSources(program.command('describe')))
    .description('generate server.json from a live server')
    .option('--as <name>', 'name in the MCP Registry, such as com.example/weather')
    .option('-o, --output <file>', 'output file')
    .addOption(new Option('--format <format>', 'server.json is always JSON').choices(['json', 'text']).default('json'))
    .action(run(async () => (await import('../describe.ts')).runDescribe));
}
