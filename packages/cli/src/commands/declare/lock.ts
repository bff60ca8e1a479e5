import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Format } from '../../io.ts';
import type { ReportFile } from '../check.ts';
import type { Approval } from '../make-entry.ts';
import { addSources } from './add-sources.ts';
import { addUpdates } from './add-updates.ts';
import { formatOption } from './options.ts';
import type { Run } from './run.ts';

export function addLockCommands(program: Command, run: Run): void {
  const addLock = (command: Command): Command =>
    command
      .option('--lockfile <file>', 'the lock file (default: toolmark.lock.json)')
      .option('--user', 'use the user-wide lock', false);

  addUpdates(addLock(addSources(program.command('lock'))), { hasTrustedRoot: true })
    .description('pin the current tools of your MCP servers in toolmark.lock.json')
    .addOption(formatOption(['text', 'json']))
    .option('--yes', 'accept changes without asking', false)
    .option('--prune', 'remove servers that no source names', false)
    .addOption(
      new Option('--allow <what>', 'accept a subset of the locked tools later, or no longer').choices([
        'subset',
        'none',
      ]),
    )
    .option('--approve <tool@digest>', 'approve only this tool, if it still has this digest', approval, [])
    .option('--import <file>', 'import an MCPTrust lock and report what it does not cover')
    .option('--update [keys...]', 'move all servers, or these, to the newest version of their packages')
    .option('--no-package', 'pin only what servers list, not the packages behind them')
    .option('--allow-scripts <names...>', 'run the install scripts of these packages, and pin them', [])
    .option('--policy <file>', 'policy file (default: toolmark.policy.yaml next to the lock, if it exists)')
    .option('--trusted-root <file>', 'Sigstore trusted root, for provenance of npm packages and Sigstore publishers')
    .option(
      '--publisher <words...>',
      'who may change the server by signing: CERT.pem, KEY.pem, ISSUER SUBJECT, or found',
    )
    .option('--accept-updates', 'take over what the locked publishers attested, without questions', false)
    .action(run(async () => (await import('../lock.ts')).runLock));

  addUpdates(addLock(addSources(program.command('check'))))
    .description('report drift between live servers and the lock')
    .addOption(formatOption(['text', 'json', 'sarif', 'markdown']))
    .addOption(
      new Option('--fail-on <severity>', 'the mildest change that fails').choices(['critical', 'info', 'safe']),
    )
    .addOption(new Option('--severities <table>', 'how bad each change is').choices(['toolmark', 'seed']))
    .option('--policy <file>', 'policy file; its drift section applies')
    .option('--no-package', 'compare only what servers list, and start them as their commands say')
    .option('--report <format=file>', 'write another report; repeatable', report, [])
    .action(run(async () => (await import('../check.ts')).runCheck));

  program
    .command('diff')
    .description('compare two locks, snapshots or documents')
    .argument('<before>', 'a file, or - for standard input')
    .argument('<after>', 'a file, or - for standard input')
    .addOption(formatOption(['text', 'json', 'markdown']))
    .option('--server <key>', 'only this server')
    .addOption(
      new Option('--severities <table>', 'how bad each change is').choices(['toolmark', 'seed']).default('toolmark'),
    )
    .action(run(async () => (await import('../diff.ts')).runDiff));

  addSources(program.command('snapshot'))
    .description('save everything a server lists as JSON')
    .option('-o, --output <file>', 'output file')
    .addOption(new Option('--format <format>', 'a snapshot is always JSON').choices(['json', 'text']).default('json'))
    .action(run(async () => (await import('../snapshot.ts')).runSnapshot));
}

/** Names may hold an "@" themselves; digests do not. */
function approval(text: string, earlier: readonly Approval[]): Approval[] {
  const [, tool, digest] = /^(.+)@(sha256:[0-9a-f]{64})$/s.exec(text) ?? [];
  if (tool === undefined || digest === undefined) {
    throw new InvalidArgumentError('Write it as NAME@sha256:…, with the digest that "toolmark digest" prints.');
  }
  return [...earlier, { tool, digest: digest as Approval['digest'] }];
}

function report(text: string, earlier: readonly ReportFile[]): ReportFile[] {
  const [, format, file] = /^(text|json|sarif|markdown)=(.+)$/s.exec(text) ?? [];
  if (format === undefined || file === undefined) throw new InvalidArgumentError('Write it as in sarif=check.sarif.');
  return [...earlier, { format: format as Format, file }];
}
