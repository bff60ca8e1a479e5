import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Agent } from './agent.ts';
import { Narrator, type NarratorOptions } from './narrator.ts';
import type { Stage } from './stage.ts';
import { factOf, type Step } from './step.ts';
import { DRAFT, hostile, REMIND, SEARCH, toolsOf, UPGRADE } from './tools.ts';

export interface DemoOptions extends NarratorOptions {
  /** The server keeps its word. Then the story must stop where it should have been caught. */
  readonly isHonest?: boolean;
  /** Breaks the story off, and ends every process of it. */
  readonly signal?: AbortSignal;
}

/** Runs the demo with real processes, keys, servers and clients. Throws at an unexpected result. */
export async function runDemo(options: DemoOptions = {}): Promise<readonly Step[]> {
  const story = new Narrator(options);
  options.signal?.addEventListener('abort', () => void story.stage.close());
  try {
    await publishing(story);
    await locking(story);
    const agent = await guarding(story);
    await turning(story, agent, options.isHonest);
    await warning(story);
    await upgrading(story);
    return story.steps;
  } finally {
    await story.stage.close();
  }
}

async function publishing(story: Narrator): Promise<void> {
  const { stage } = story;
  stage.write('ada', 'draft.json', DRAFT);
  stage.write('ada', 'search_invoices.json', SEARCH);
  stage.write('ada', 'send_reminder.json', REMIND);
  story.chapter('An author publishes two tools');

  story.say('Ada describes a tool. Her first draft contradicts itself; validate lists all errors.');
  await story.run('ada', 'toolmark validate draft.json', { exit: 1, says: ['not valid', 'execute_command needs'] });

  story.say('Two documents without a mistake.');
  const sound = ['search_invoices.json  tool-document  valid', 'send_reminder.json  tool-document  valid'];
  await story.run('ada', 'toolmark validate search_invoices.json send_reminder.json', { says: sound });

  story.say('She makes a key, and signs one of them.');
  await story.run('ada', 'toolmark keygen --subject "Ada Lovelace" --out keys', { says: ['CN=Ada Lovelace'] });
  await story.run('ada', `toolmark sign search_invoices.json ${KEYS}`, { says: ['signed search_invoices.json'] });

  story.say('An operator runs a registry on an embedded database and creates accounts for Ada and Acme.');
  await story.serve('operator', 'toolmark serve --empty --port 0 --log-level error --log-format text');
  await story.run('operator', 'toolmark login < toolmark-data/admin-token', { says: ['as admin'] });
  await story.run(
    'operator',
    'toolmark publisher ada --name "Ada Lovelace" --cert ../ada/keys/certificate.pem --token-out ../ada/token',
    { says: ['ada  may publish'] },
  );
  await story.run('operator', 'toolmark publisher acme --name Acme --token-out ../acme/token', { says: ['acme  may'] });

  story.say('Ada publishes the signed document. publish signs the other one.');
  await story.run('ada', 'toolmark login < token', { says: ['as ada'] });
  await story.run('ada', 'toolmark publish search_invoices.json', {
    says: ['search_invoices 1.0.0  published  as ada'],
  });
  await story.run('ada', `toolmark publish send_reminder.json ${KEYS}`, { says: ['send_reminder 1.0.0  published'] });
}

const KEYS = '--key keys/key.pem --cert keys/certificate.pem';

async function locking(story: Narrator): Promise<void> {
  const { stage } = story;
  stage.write('acme', '.mcp.json', { mcpServers: { invoices: { command: process.execPath, args: serverOf(stage) } } });
  stage.write('server', 'tools.json', toolsOf(SEARCH, REMIND));
  stage.write('acme', 'altered.json', altered(stage.pathOf('ada', 'search_invoices.json')));
  copyFileSync(stage.pathOf('ada', 'keys/certificate.pem'), stage.pathOf('acme', 'ada.pem'));
  story.chapter('A team finds them, and locks the server that serves them');

  story.say('The team at Acme searches for tools and looks up the signer of one.');
  const found = ['search_invoices  1.0.0', 'send_reminder    1.0.0'];
  await story.run('acme', 'toolmark search invoice', { says: found });
  await story.run('acme', 'toolmark show search_invoices', {
    says: ['trusted, by CN=Ada Lovelace', 'status        active'],
  });

  story.say('A copy arrives by mail with one word changed. Its signature is invalid.');
  await story.run('acme', 'toolmark verify altered.json --trust ada.pem', { exit: 1, says: ['invalid'] });

  story.say('The server in their .mcp.json serves both tools. They lock its current definitions.');
  await story.run('acme', 'toolmark lock', { says: ['new: 2 tools', '"search_invoices"', '"send_reminder"'] });
  await story.run('acme', 'toolmark check', { says: ['invoices  unchanged'] });
}

function serverOf(stage: Stage): readonly string[] {
  return [path.join(import.meta.dirname, 'invoice-server.js'), stage.pathOf('server', 'tools.json')];
}

function altered(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8').replace('of a customer', 'of any customer'));
}

async function guarding(story: Narrator): Promise<Agent> {
  const { stage } = story;
  copyFileSync(stage.pathOf('operator', 'toolmark-data/registry-key.pub.pem'), stage.pathOf('acme', 'registry.pem'));
  story.chapter('Their agent works through the guard');

  story.say('The agent starts the guard instead of the server. It lists and calls locked tools.');
  const agent = await story.connect();
  await story.list(agent, { says: ['search_invoices', 'send_reminder'] });
  await story.call(agent, 'search_invoices', { customer: 'Acme' }, { says: ['2 invoices'] });
  return agent;
}

async function turning(story: Narrator, agent: Agent, isHonest = false): Promise<void> {
  const tools = toolsOf(SEARCH, REMIND);
  story.stage.write('server', 'tools.json', isHonest ? tools : hostile(tools));
  story.chapter('The server turns hostile');

  story.say('Overnight an attacker takes over the server. The check in CI fails and prints the diff.');
  const drift = ['{+ IMPORTANT', 'id_rsa', '\\u{e0068}', 'argument "command" added', 'risk level raised'];
  await story.run('acme', 'toolmark check', { exit: 1, says: drift });

  story.say('The scanner classifies the change and decodes the hidden text.');
  const found = ['scan.exfiltration', 'scan.tag-characters', '"hush"'];
  await story.run('acme', 'toolmark scan', { exit: 1, says: found });

  story.say(
    'The agent is still connected. The tool is no longer listed, calls to it are refused, and the other tool works.',
  );
  await story.list(agent, { says: ['send_reminder'], omits: ['search_invoices', 'id_rsa'] });
  await story.call(
    agent,
    'search_invoices',
    { customer: 'Acme' },
    { says: ['[guard.drifted]'], omits: ['2 invoices'] },
  );
  await story.call(agent, 'send_reminder', { invoice: '17' }, { says: ['reminded'] });
  await story.end(agent, { says: ['"search_invoices" is withheld: Its definition changed since it was locked'] });
}

async function warning(story: Narrator): Promise<void> {
  story.chapter('The incident becomes an advisory');

  story.say('Acme reports it.');
  await story.run('acme', 'toolmark login < token', { says: ['as acme'] });
  await story.run(
    'acme',
    'toolmark feedback search_invoices --type security_incident --severity critical --summary "Its server asks for SSH keys."',
    { says: ['reported: waiting for review'] },
  );

  story.say('A report alone changes nothing. An admin reviews and confirms it.');
  const listed = await story.run('operator', 'toolmark review', { says: ['search_invoices', 'critical', 'acme'] });
  const review = factOf(listed, /^(\d+) /m);
  await story.run('operator', `toolmark review ${review} confirm --reason "Seen on the live server."`, {
    says: ['confirmed', 'advisory TMA-'],
  });
  await story.run('acme', 'toolmark search invoice', { says: ['send_reminder'], omits: ['search_invoices'] });

  story.say(
    'The server serves the original definitions again. They match the lock, but the advisory still denies the tool.',
  );
  story.stage.write('server', 'tools.json', toolsOf(SEARCH, REMIND));
  await story.run('acme', 'toolmark check', { says: ['invoices  unchanged'] });
  const agent = await story.connect();
  await story.call(
    agent,
    'search_invoices',
    { customer: 'Acme' },
    { says: ['[guard.advisory]'], omits: ['2 invoices'] },
  );
  await agent.close();
}

async function upgrading(story: Narrator): Promise<void> {
  const { stage } = story;
  stage.write('ada', 'search_invoices.json', UPGRADE);
  story.chapter('An upgrade, properly');

  story.say('Ada has recovered her server and publishes a new version.');
  await story.run('ada', `toolmark publish search_invoices.json ${KEYS}`, {
    says: ['search_invoices 1.1.0  published'],
  });

  story.say('Her server serves it. That is drift too, until Acme reviews it.');
  stage.write('server', 'tools.json', toolsOf(UPGRADE, REMIND));
  await story.run('acme', 'toolmark check', {
    exit: 1,
    says: ['{+, of one year if you like+}', 'argument "year" added'],
  });

  story.say('This version is in the registry, signed by Ada. Acme approves exactly this definition.');
  const shown = await story.run('acme', 'toolmark show search_invoices', { says: ['1.1.0', 'trusted, by CN=Ada'] });
  const digest = factOf(shown, /^tool digest +(\S+)/m);
  await story.run('acme', `toolmark lock --approve search_invoices@${digest}`, { says: ['changed'] });
  await story.run('acme', 'toolmark check', { says: ['invoices  unchanged'] });

  story.say('The agent works again.');
  const agent = await story.connect();
  await story.list(agent, { says: ['search_invoices', 'send_reminder'] });
  await story.call(agent, 'search_invoices', { customer: 'Acme', year: 2026 }, { says: ['2 invoices'] });
  await agent.close();
}
