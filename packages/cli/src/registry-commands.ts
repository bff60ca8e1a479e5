import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Finish, Io } from './io.ts';
import { count, formatOption, nonEmpty, port } from './options.ts';

/** The registry, those who run it, and those who use it. */
export function addRegistryCommands(program: Command, io: Io, finish: Finish): void {
  addServeCommand(program, io, finish);
  addPublisherCommands(program, io, finish);
  addReaderCommands(program, io, finish);
  addAdminCommands(program, io, finish);
  addOperatorCommands(program, io, finish);
}

function addServeCommand(program: Command, io: Io, finish: Finish): void {
  addData(program.command('serve'))
    .description('run a registry')
    .option('--host <host>', 'the name or address to listen on; or HOST (default: "127.0.0.1")', nonEmpty)
    .option('--port <port>', 'the port, 0 for any; or PORT (default: 8484)', port)
    .option('--trust <files...>', 'certificates of authorities whose signers need not be registered', [])
    .option('--public-url <url>', 'where clients reach it, for proofs of domains; or TOOLMARK_PUBLIC_URL', nonEmpty)
    .option('--trust-proxy', 'believe X-Forwarded-For of the proxy in front', false)
    .option('--metrics-port <port>', 'serve /metrics on this port alone, 0 for any', port)
    .option(
      '--metrics-token-file <file>',
      'file with the token that /metrics asks for; or TOOLMARK_METRICS_TOKEN',
      nonEmpty,
    )
    .option('--empty', 'start a new registry without the example tools', false)
    .addOption(
      new Option('--log-level <level>', 'how much to log, on standard error')
        .choices(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
        .default('info'),
    )
    .addOption(
      new Option(
        '--log-format <format>',
        'JSON lines, or text for people (default: text on a terminal, else json)',
      ).choices(['json', 'text']),
    )
    .action(async options => {
      const { runServe } = await import('./commands/serve.ts');
      finish(await runServe(options, io));
    });
}

function addPublisherCommands(program: Command, io: Io, finish: Finish): void {
  addClient(program.command('publish'))
    .description('publish a signed tool document or a server.json')
    .argument('<file>', 'the document or entry, or - for standard input')
    .option('--key <file>', 'sign it on the way with this private key')
    .option('--cert <file>', 'certificate of that key')
    .option('--chain <files...>', 'intermediate certificates to put into the signature', [])
    .option('--passphrase-file <file>', 'file with the passphrase of the key')
    .option('-o, --output <file>', 'write here what is published')
    .option('--private', 'show a new tool to its owner and to named publishers only', false)
    .option('--dry-run', 'ask what would happen, and change nothing', false)
    .action(async (file, options) => {
      const { runPublish } = await import('./commands/publish.ts');
      finish(await runPublish({ file, ...options }, io));
    });

  addClient(program.command('submit'))
    .description('validate, sign, verify and publish a tool document')
    .argument('<file>', 'the document, or - for standard input')
    .requiredOption('--key <file>', 'private key in PEM')
    .requiredOption('--cert <file>', 'certificate in PEM or DER, with or without its intermediates')
    .option('--chain <files...>', 'intermediate certificates to put into the signature', [])
    .option('--passphrase-file <file>', 'file with the passphrase of the key')
    .option('--trust <files...>', 'certificates your users trust; verify against these', [])
    .option('--policy <file>', 'policy file with waivers')
    .option('-o, --output <file>', 'write here what is published')
    .option('--private', 'show a new tool to its owner and to named publishers only', false)
    .option('--dry-run', 'ask what would happen, and change nothing', false)
    .action(async (file, options) => {
      const { runSubmit } = await import('./commands/submit.ts');
      finish(await runSubmit({ file, ...options }, io));
    });

  addClient(program.command('status'))
    .description('deprecate, yank, quarantine or restore a version')
    .argument('<name>', 'the tool')
    .argument('<version>', 'which version of it')
    .addArgument(statusArgument(program))
    .requiredOption('--reason <text>', 'why, for those who use it')
    .action(async (name, version, status, options) => {
      const { runStatus } = await import('./commands/status.ts');
      finish(await runStatus({ name, version, status, ...options }, io));
    });

  addClient(program.command('access'))
    .description('list or set who sees a tool, or transfer it')
    .argument('<name>', 'the tool, or "list" before its name')
    .argument('[tool]', 'after "list": the tool whose grants are listed')
    .addOption(new Option('--visibility <who>', 'who sees it').choices(['public', 'private']))
    .option('--grant <ids...>', 'let these publishers see a private tool', [])
    .option('--revoke <ids...>', 'let these publishers see it no more', [])
    .option('--transfer <id>', 'give it to another publisher; for admins', nonEmpty)
    .action(async (name, tool, options) => {
      const { runAccess, runAccessList } = await import('./commands/access.ts');
      const run =
        tool === undefined
          ? runAccess({ name, ...options }, io)
          : runAccessList({ word: name, ...options, name: tool }, io);
      finish(await run);
    });
}

function statusArgument(program: Command) {
  return program
    .createArgument('<status>', 'what becomes of it')
    .choices(['active', 'deprecated', 'yanked', 'quarantined']);
}

function addReaderCommands(program: Command, io: Io, finish: Finish): void {
  addClient(program.command('search'))
    .description('search a registry for tools, best match first')
    .argument('[words...]', 'what to look for')
    .option('--capability <names...>', 'only tools that have all of these', [])
    .option('--domain <names...>', 'only tools of any of these service domains', [])
    .option('--prefer-domain <names...>', 'tools of these service domains come first', [])
    .addOption(new Option('--max-risk <level>', 'the highest risk').choices(['low', 'medium', 'high', 'critical']))
    .option('--min-reputation <score>', 'the lowest reputation, from 0 to 1', score)
    .option('--read-only', 'only tools that change nothing', false)
    .option('--name <pattern>', 'only tools with this in their name, or a pattern such as read_*', nonEmpty)
    .option('--limit <number>', 'how many at most', count, 20)
    .action(async (words, options) => {
      const { runSearch } = await import('./commands/search.ts');
      finish(await runSearch({ words, ...options }, io));
    });

  addClient(program.command('list'))
    .description('list the servers of a registry')
    .argument('[words...]', 'only those with this in their name or description')
    .option('--show-tools', 'with the tools that each of them defines', false)
    .option('--limit <number>', 'how many at most', count, 30)
    .action(async (words, options) => {
      const { runList } = await import('./commands/list.ts');
      finish(await runList({ words, ...options }, io));
    });

  addClient(program.command('show'))
    .description('show a tool and its reputation, or the tools of a server')
    .argument('<tool>', 'NAME or NAME@VERSION')
    .option('--versions', 'list every version there ever was', false)
    .option('--tools', 'NAME is a server: show the tools that it defines', false)
    .action(async (tool, options) => {
      if (options.tools) {
        const { runShowServer } = await import('./commands/list.ts');
        finish(await runShowServer({ server: tool, ...options }, io));
        return;
      }
      const { runShow } = await import('./commands/show.ts');
      finish(await runShow({ tool, ...options }, io));
    });

  addClient(program.command('get'))
    .description('download a published document, verified')
    .argument('<tool>', 'NAME or NAME@VERSION')
    .option('-o, --output <file>', 'write it here, exactly as it was published')
    .option('--trust <files...>', 'refuse it unless signed under these certificates', [])
    .action(async (tool, options) => {
      const { runGet } = await import('./commands/get.ts');
      finish(await runGet({ tool, ...options }, io));
    });

  addClient(program.command('advisory'))
    .description('list and show advisories, or withdraw one')
    .argument('[id]', 'which advisory; without it all are listed')
    .addArgument(program.createArgument('[action]', 'take it back; for admins').choices(['withdraw']))
    .option('--reason <text>', 'why it is withdrawn')
    .action(async (id, action, options) => {
      const { runAdvisory } = await import('./commands/advisory.ts');
      finish(await runAdvisory({ id, action, ...options }, io));
    });

  addClient(program.command('feedback'))
    .description('report that a tool worked, failed or did harm')
    .argument('<name>', 'the tool')
    .addOption(
      new Option('--type <type>', 'what is said')
        .choices(['positive_usage', 'negative_usage', 'security_incident', 'community_feedback'])
        .makeOptionMandatory(),
    )
    .option('--version <version>', 'of which version; without it, of the one that is shown')
    .addOption(
      new Option('--severity <level>', 'how bad an incident is').choices(['low', 'medium', 'high', 'critical']),
    )
    .option('--summary <text>', 'what happened, in a sentence')
    .addOption(
      new Option('--standing <word>', 'with community_feedback: what you think of the publisher').choices([
        'good',
        'bad',
      ]),
    )
    .action(async (name, options) => {
      const { runFeedback } = await import('./commands/feedback.ts');
      finish(await runFeedback({ name, ...options }, io));
    });
}

function addAdminCommands(program: Command, io: Io, finish: Finish): void {
  addClient(program.command('publisher'))
    .description('show or change an account, its certificates and tokens')
    .argument('<id>', 'the account, as in ada', nonEmpty)
    .option('--name <name>', 'make the account: who it is', nonEmpty)
    .option('--cert <files...>', 'accept what is signed with these certificates', [])
    .option('--token-out <file>', 'make a token and write it to this new file')
    .addOption(new Option('--status <status>', 'suspend the account, or restore it').choices(['active', 'suspended']))
    .option('--revoke-token <ids...>', 'tokens that count no more', [])
    .option('--revoke-cert <fingerprints...>', 'certificates that count no more', [])
    .action(async (id, options) => {
      const { runPublisher } = await import('./commands/publisher.ts');
      finish(await runPublisher({ id, ...options }, io));
    });

  addClient(program.command('events'))
    .description('list attempts that the registry refused')
    .option('--limit <number>', 'how many at most', count, 50)
    .action(async options => {
      const { runEvents } = await import('./commands/events.ts');
      finish(await runEvents(options, io));
    });

  addClient(program.command('review'))
    .description('list and decide open reviews')
    .argument('[id]', 'which review; without it the open ones are listed', count)
    .addArgument(program.createArgument('[decision]', 'what was found out').choices(['confirm', 'dismiss']))
    .option('--reason <text>', 'why')
    .action(async (id, decision, options) => {
      const { runReview } = await import('./commands/review.ts');
      finish(await runReview({ id, decision, ...options }, io));
    });
}

function addOperatorCommands(program: Command, io: Io, finish: Finish): void {
  addData(program.command('import'))
    .description('load documents and server entries into the database')
    .argument('<file>', 'JSON lines, or - for standard input')
    .option('--unsigned', 'take documents that nobody known here has signed', false)
    .option('--publisher <id>', 'to whom they belong (default: "admin")', nonEmpty)
    .addOption(formatOption(['text', 'json']))
    .action(async (file, options) => {
      const { runImport } = await import('./commands/import.ts');
      finish(await runImport({ file, ...options }, io));
    });

  const registry = program.command('registry').description('back up, restore, mirror or rebuild the database');
  addData(registry.command('backup'))
    .description('copy the database to a file, also while the registry runs')
    .argument('<file>', 'a new file')
    .addOption(formatOption(['text', 'json']))
    .action(async (file, options) => {
      const { runBackup } = await import('./commands/registry-backup.ts');
      finish(await runBackup({ file, ...options }, io));
    });
  addData(registry.command('restore'))
    .description('restore a backup into an empty database')
    .argument('<file>', 'a file written by "registry backup"')
    .addOption(formatOption(['text', 'json']))
    .action(async (file, options) => {
      const { runRestore } = await import('./commands/registry-backup.ts');
      finish(await runRestore({ file, ...options }, io));
    });
  addData(registry.command('sync'))
    .description('mirror another MCP Registry, or import the entries of a file')
    .requiredOption('--from <source>', 'its address, a .jsonl or .json file of entries, or a registry of ToolHive')
    .option('--report <file>', 'write here what was not taken, one JSON object a line')
    .addOption(formatOption(['text', 'json']))
    .action(async options => {
      const { runSync } = await import('./commands/registry-sync.ts');
      finish(await runSync(options, io));
    });
  addData(registry.command('rebuild'))
    .description('rebuild all tables from the recorded events')
    .addOption(formatOption(['text', 'json']))
    .action(async options => {
      const { runRebuild } = await import('./commands/registry-backup.ts');
      finish(await runRebuild(options, io));
    });
}

function addClient(command: Command): Command {
  return command
    .option('--registry <url>', 'the registry; or TOOLMARK_REGISTRY (default: "http://127.0.0.1:8484")')
    .option('--token-file <file>', 'file with the token; or TOOLMARK_TOKEN, or the last login')
    .addOption(formatOption(['text', 'json']));
}

function addData(command: Command): Command {
  return command.option('--data <folder>', 'its folder; or TOOLMARK_DATA (default: "./toolmark-data")');
}

function score(text: string): number {
  const number = Number(text);
  if (/^[01](\.\d{1,6})?$/.test(text) && number <= 1) return number;
  throw new InvalidArgumentError('Give a number from 0 to 1.');
}
