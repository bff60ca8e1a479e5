import type { Capability, Operation, RiskLevel } from './vocabulary.ts';

/** Where a word was found decides what it is worth: an author chooses names with care, prose mentions many things. */
export type WordPlace = 'name' | 'text' | 'parameter' | 'choice';

interface WordEvidence {
  readonly why: string;
  readonly words: readonly string[];
  readonly levels: { readonly [place in WordPlace]?: RiskLevel };
}

/** Whole words that speak of an effect. Prose alone never reaches `critical`: a parameter that carries commands must still raise it. */
export const WORD_EVIDENCE: readonly WordEvidence[] = [
  {
    why: 'runs commands or code',
    words: [
      'exec',
      'shell',
      'bash',
      'zsh',
      'powershell',
      'cmd',
      'command',
      'commands',
      'sudo',
      'eval',
      'subprocess',
      'popen',
      'terminal',
    ],
    levels: { name: 'critical', parameter: 'critical', choice: 'critical' },
  },
  {
    why: 'speaks of running commands or code',
    words: ['exec', 'shell', 'bash', 'powershell', 'sudo', 'eval', 'subprocess', 'popen'],
    levels: { text: 'high' },
  },
  {
    why: 'runs something given to it',
    words: ['execute', 'spawn', 'script', 'sql'],
    levels: { name: 'high', parameter: 'high', choice: 'high' },
  },
  {
    why: 'removes or ends something',
    words: [
      'delete',
      'remove',
      'destroy',
      'drop',
      'purge',
      'wipe',
      'erase',
      'truncate',
      'kill',
      'terminate',
      'uninstall',
      'revoke',
    ],
    levels: { name: 'high', choice: 'high' },
  },
  {
    why: 'speaks of removing or ending something',
    words: [
      'delete',
      'deletes',
      'destroy',
      'destroys',
      'purge',
      'purges',
      'wipe',
      'wipes',
      'erase',
      'erases',
      'overwrite',
      'overwrites',
      'irreversible',
      'permanently',
    ],
    levels: { text: 'medium' },
  },
  {
    why: 'moves money or releases software',
    words: ['pay', 'payment', 'transfer', 'withdraw', 'purchase', 'refund', 'deploy', 'trade'],
    levels: { name: 'high', choice: 'high' },
  },
  {
    why: 'changes something',
    words: [
      'write',
      'create',
      'update',
      'insert',
      'upsert',
      'send',
      'post',
      'publish',
      'upload',
      'edit',
      'modify',
      'move',
      'rename',
      'replace',
      'install',
      'merge',
      'push',
      'commit',
      'set',
      'add',
      'invite',
      'assign',
      'archive',
      'run',
    ],
    levels: { name: 'medium', choice: 'medium' },
  },
  {
    why: 'is told which file, address or secret to use',
    words: [
      'path',
      'paths',
      'file',
      'filename',
      'filepath',
      'directory',
      'folder',
      'url',
      'urls',
      'uri',
      'webhook',
      'password',
      'secret',
      'token',
      'credential',
      'credentials',
    ],
    levels: { parameter: 'medium' },
  },
];

/** Names that mean code only when they stand alone: `code` may hold a program, `country_code` does not. */
export const CODE_PARAMETERS: ReadonlySet<string> = new Set([
  'code',
  'program',
  'executable',
  'javascript',
  'python',
  'source_code',
]);

/** The lowest level at which a capability may be declared: the seed's table, made cumulative. */
export const CAPABILITY_LEVELS: Readonly<Record<Capability, RiskLevel>> = {
  read_file: 'low',
  user_interaction: 'low',
  write_file: 'medium',
  network_request: 'medium',
  database_access: 'high',
  system_info: 'high',
  execute_command: 'critical',
  admin_operation: 'critical',
};

export const OPERATION_LEVELS: Readonly<Record<Operation, RiskLevel>> = {
  read: 'low',
  create: 'medium',
  update: 'medium',
  delete: 'high',
  opaque: 'high',
};
