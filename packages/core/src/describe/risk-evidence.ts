import type { Capability, Operation, RiskLevel } from './vocabulary.ts';

/** The place of a word decides its weight: authors choose names with care, prose mentions many things. */
export type WordPlace = 'name' | 'text' | 'parameter' | 'choice';

interface WordEvidence {
  readonly why: string;
  readonly words: readonly string[];
  readonly levels: { readonly [place in WordPlace]?: RiskLevel };
}

/** Whole words that suggest an effect. Prose alone never reaches `critical`: a parameter that carries commands must still raise it. */
export const WORD_EVIDENCE: readonly WordEvidence[] = [
  {
    why: 'runs commands or code',
    words: split('exec shell bash zsh powershell cmd command commands sudo eval subprocess popen terminal'),
    levels: { name: 'critical', parameter: 'critical', choice: 'critical' },
  },
  {
    why: 'mentions running commands or code',
    words: split('exec shell bash powershell sudo eval subprocess popen'),
    levels: { text: 'high' },
  },
  {
    why: 'runs its input',
    words: split('execute spawn script sql'),
    levels: { name: 'high', parameter: 'high', choice: 'high' },
  },
  {
    why: 'removes or ends something',
    words: split('delete remove destroy drop purge wipe erase truncate kill terminate uninstall revoke'),
    levels: { name: 'high', choice: 'high' },
  },
  {
    why: 'mentions removing or ending something',
    words: split(`
      delete deletes destroy destroys purge purges wipe wipes erase erases overwrite overwrites irreversible
      permanently`),
    levels: { text: 'medium' },
  },
  {
    why: 'moves money or releases software',
    words: split('pay payment transfer withdraw purchase refund deploy trade'),
    levels: { name: 'high', choice: 'high' },
  },
  {
    why: 'changes something',
    words: split(`
      write create update insert upsert send post publish upload edit modify move rename replace install merge push
      commit set add invite assign archive run`),
    levels: { name: 'medium', choice: 'medium' },
  },
  {
    why: 'takes a file, address or secret',
    words: split(`
      path paths file filename filepath directory folder url urls uri webhook password secret token credential
      credentials`),
    levels: { parameter: 'medium' },
  },
];

/** Names that mean code only as the whole name: `code` may hold a program, `country_code` does not. */
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

function split(words: string): string[] {
  return words.trim().split(/\s+/);
}
