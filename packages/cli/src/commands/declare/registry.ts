import { type Command, InvalidArgumentError, Option } from 'commander';
import { count, formatOption, nonEmpty, port } from './options.ts';
import type { Run } from './run.ts';

/** The registry, those who run it, and those who use it. */
export function addRegistryCommands(program: Command, run: Run): void {
  addServeCommand(program, run);
  addPublisherCommands(program, run);
  addReaderCommands(program, run);
  addAdminCommands(program, run);
  addOperatorCommands(program, run);
}

function addServeCommand(program: Command, run: Run): void {
  addData(program.command('serve'))
    .description('run a registry')
    .option('--host <host>', 'address to listen on; or HOST (default: "127.0.0.1")', nonEmpty)
    .option('--port <port>', 'port to listen on (0: any); or PORT (default: 8484)', port)
    .option('--trust <files...>', 'certificate authorities whose signers need no registration', [])
    .option('--public-url <url>', 'public URL, for domain proofs; or TOOLMARK_PUBLIC_URL', nonEmpty)
    .option('--trust-proxy', 'trust X-Forwarded-For from the proxy in front', false)
    .option('--metrics-port <port>', 'serve /metrics only on this port (0: any)', port)
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
    .action(run(async () => (await import('../serve.ts')).runServe));
}

function addPublisherCommands(program: Command, run: Run): void {
  addClient(program.command('publish'))
    .description('publish a tool document, or a server and its attestations')
    .argument('<file>', 'document or entry, - for standard input, or NAME@VERSION of a server to attest')
    .option('--attestation <files...>', 'add these bundles of "toolmark attest" to the server', [])
    .option('--ci', 'publish as this CI job, with no stored token', false)
    .option('--identity-token <file>', 'with --ci: file with its OIDC token, or - (default: ask GitHub Actions)')
    .option('--audience <text>', 'with --ci: the audience that the registry expects (default: its URL)')
    .option('--publisher <id>', 'with --ci: the account, if several trust this job', nonEmpty)
    .option('--key <file>', 'sign with this private key before publishing')
    .option('--cert <file>', 'certificate of that key')
    .option('--chain <files...>', 'intermediate certificates to include in the signature', [])
    .option('--passphrase-file <file>', 'file with the passphrase of the key')
    .option('-o, --output <file>', 'write the published document to this file')
    .option('--private', 'make a new tool visible only to its owner and granted publishers', false)
    .option('--dry-run', 'check without changing anything', false)
    .action(run(async () => (await import('../publish.ts')).runPublish));

  addClient(program.command('submit'))
    .description('validate, sign, verify and publish a tool document')
    .argument('<file>', 'the document, or - for standard input')
    .requiredOption('--key <file>', 'private key in PEM')
    .requiredOption('--cert <file>', 'certificate in PEM or DER, with or without its intermediates')
    .option('--chain <files...>', 'intermediate certificates to include in the signature', [])
    .option('--passphrase-file <file>', 'file with the passphrase of the key')
    .option('--trust <files...>', 'verify against these certificates, which your users trust', [])
    .option('--policy <file>', 'policy file with waivers')
    .option('-o, --output <file>', 'write the published document to this file')
    .option('--private', 'make a new tool visible only to its owner and granted publishers', false)
    .option('--dry-run', 'check without changing anything', false)
    .action(run(async () => (await import('../submit.ts')).runSubmit));

  addClient(program.command('status'))
    .description('deprecate, yank, quarantine or restore a version')
    .argument('<name>', 'the tool')
    .argument('<version>', 'which version of it')
    .addArgument(statusArgument(program))
    .requiredOption('--reason <text>', 'why, for those who use it')
    .action(run(async () => (await import('../status.ts')).runStatus));

  addClient(program.command('access'))
    .description('list or set who sees a tool, or transfer it')
    .argument('<name>', 'the tool, or "list" before its name')
    .argument('[tool]', 'after "list": the tool whose grants are listed')
    .addOption(new Option('--visibility <who>', 'who sees it').choices(['public', 'private']))
    .option('--grant <ids...>', 'grant these publishers access to a private tool', [])
    .option('--revoke <ids...>', 'revoke access of these publishers to a private tool', [])
    .option('--transfer <id>', 'transfer to another publisher; admins only', nonEmpty)
    .action(run(async () => (await import('../access.ts')).runAccess));
}

function statusArgument(program: Command) {
  return program
    .createArgument('<status>', 'what becomes of it')
    .choices(['active', 'deprecated', 'yanked', 'quarantined']);
}

function addReaderCommands(program: Command, run: Run): void {
  addClient(program.command('search'))
    .description('search a registry for tools, best match first')
    .argument('[words...]', 'what to look for')
    .option('--capability <names...>', 'only tools that have all of these', [])
    .option('--domain <names...>', 'only tools of any of these service domains', [])
    .option('--prefer-domain <names...>', 'rank tools of these service domains first', [])
    .addOption(new Option('--max-risk <level>', 'the highest risk').choices(['low', 'medium', 'high', 'critical']))
    .option('--min-reputation <score>', 'minimum reputation, from 0 to 1', score)
    .option('--read-only', 'only tools that change nothing', false)
    .option('--signed', 'only tools with a trusted signature', false)
    .option('--name <pattern>', 'only tools with this in their name, or a pattern such as read_*', nonEmpty)
    .option('--limit <number>', 'show at most this many', count, 20)
    .action(run(async () => (await import('../search.ts')).runSearch));

  addClient(program.command('list'))
    .description('list the servers of a registry')
    .argument('[words...]', 'only those with this in their name or description')
    .option('--show-tools', 'include the tools of each server', false)
    .option('--signed', 'only servers with a trusted attestation', false)
    .option('--limit <number>', 'show at most this many', count, 30)
    .action(run(async () => (await import('../list.ts')).runList));

  addClient(program.command('show'))
    .description('show a tool and its reputation, or the tools of a server')
    .argument('<tool>', 'NAME or NAME@VERSION')
    .option('--versions', 'list all versions', false)
    .option('--tools', 'NAME is a server: show its tools and attestations', false)
    .action(run(async () => (await import('../show.ts')).runShow));

  addClient(program.command('get'))
    .description('download a published document, verified')
    .argument('<tool>', 'NAME or NAME@VERSION')
    .option('-o, --output <file>', 'output file, byte for byte as published')
    .option('--trust <files...>', 'require a signature trusted by these certificates', [])
    .action(run(async () => (await import('../get.ts')).runGet));

  addClient(program.command('advisory'))
    .description('list and show advisories, or withdraw one')
    .argument('[id]', 'which advisory; without it all are listed')
    .addArgument(program.createArgument('[action]', 'take it back; for admins').choices(['withdraw']))
    .option('--reason <text>', 'reason for the withdrawal')
    .action(run(async () => (await import('../advisory.ts')).runAdvisory));

  addClient(program.command('feedback'))
    .description('report that a tool worked, failed or did harm')
    .argument('<name>', 'the tool')
    .addOption(
      new Option('--type <type>', 'what is said')
        .choices(['positive_usage', 'negative_usage', 'security_incident', 'community_feedback'])
        .makeOptionMandatory(),
    )
    .option('--version <version>', 'version (default: the current one)')
    .addOption(
      new Option('--severity <level>', 'how bad an incident is').choices(['low', 'medium', 'high', 'critical']),
    )
    .option('--summary <text>', 'what happened, in one sentence')
    .addOption(
      new Option('--standing <word>', 'with community_feedback: what you think of the publisher').choices([
        'good',
        'bad',
      ]),
    )
    .action(run(async () => (await import('../feedback.ts')).runFeedback));
}

function addAdminCommands(program: Command, run: Run): void {
  addClient(program.command('publisher'))
    .description('show or change an account: certificates, tokens, CI jobs')
    .argument('<id>', 'the account, as in ada', nonEmpty)
    .option('--name <name>', 'create the account with this name', nonEmpty)
    .option('--cert <files...>', 'register these signing certificates', [])
    .option('--token-out <file>', 'create a token and write it to this new file')
    .addOption(new Option('--status <status>', 'suspend the account, or restore it').choices(['active', 'suspended']))
    .option('--revoke-token <ids...>', 'revoke these tokens', [])
    .option('--revoke-cert <fingerprints...>', 'revoke these certificates', [])
    .option('--trust-ci <repository>', 'let CI jobs of OWNER/NAME publish, under --namespace')
    .option('--namespace <pattern>', 'with --trust-ci: io.github.ada/*, or tool names as in acme_*')
    .option('--workflow <file>', 'with --trust-ci: only this workflow, as in release.yml')
    .option('--environment <name>', 'with --trust-ci: only this deployment environment')
    .option('--issuer <url>', 'with --trust-ci: who issues the tokens of the jobs (default: GitHub Actions)')
    .option('--untrust-ci <ids...>', 'remove these trusted publishers', [])
    .action(run(async () => (await import('../publisher.ts')).runPublisher));

  addClient(program.command('events'))
    .description('list attempts that the registry refused')
    .option('--limit <number>', 'show at most this many', count, 50)
    .action(run(async () => (await import('../events.ts')).runEvents));

  addClient(program.command('review'))
    .description('list and decide open reviews')
    .argument('[id]', 'which review; without it the open ones are listed', count)
    .addArgument(program.createArgument('[decision]', 'what was found out').choices(['confirm', 'dismiss']))
    .option('--reason <text>', 'why')
    .action(run(async () => (await import('../review.ts')).runReview));
}

function addOperatorCommands(program: Command, run: Run): void {
  program
    .command('reputation')
    .description('compute reputation scores from evidence, offline')
    .argument('<file>', 'one input, a list of them or {"cases": [...]} as JSON, or - for standard input')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../reputation.ts')).runReputation));

  addData(program.command('import'))
    .description('load documents and server entries into the database')
    .argument('<file>', 'JSON lines, or - for standard input')
    .option('--unsigned', 'accept documents without a known signer', false)
    .option('--publisher <id>', 'owner of the documents (default: "admin")', nonEmpty)
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../import.ts')).runImport));

  const registry = program.command('registry').description('back up, restore, mirror or rebuild the database');
  addData(registry.command('backup'))
    .description('copy the database to a file, also while the registry runs')
    .argument('<file>', 'a new file')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../registry-backup.ts')).runBackup));
  addData(registry.command('restore'))
    .description('restore a backup into an empty database')
    .argument('<file>', 'a file written by "registry backup"')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../registry-backup.ts')).runRestore));
  addData(registry.command('sync'))
    .description('mirror another MCP Registry, or import the entries of a file')
    .requiredOption('--from <source>', 'its address, a .jsonl or .json file of entries, or a registry of ToolHive')
    .option('--report <file>', 'write refused entries to this file, one JSON object per line')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../registry-sync.ts')).runSync));
  addData(registry.command('rebuild'))
    .description('rebuild all tables from the recorded events')
    .addOption(formatOption(['text', 'json']))
    .action(run(async () => (await import('../registry-backup.ts')).runRebuild));
}

function addClient(command: Command): Command {
  return command
    .option('--registry <url>', 'the registry; or TOOLMARK_REGISTRY (default: "http://127.0.0.1:8484")')
    .option('--token-file <file>', 'file with the token; or TOOLMARK_TOKEN, or the last login')
    .addOption(formatOption(['text', 'json']));
}

function addData(command: Command): Command {
  return command.option('--data <folder>', 'data folder; or TOOLMARK_DATA (default: "./toolmark-data")');
}

function score(text: string): number {
  const number = Number(text);
  if (/^[01](\.\d{1,6})?$/.test(text) && number <= 1) return number;
  throw new InvalidArgumentError('Give a number from 0 to 1.');
}
