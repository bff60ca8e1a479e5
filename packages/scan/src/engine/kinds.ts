import type { Token } from '../text/tokens.ts';

/** The owner of a tool named in a text: the described tool itself, its server, another scanned server, or unknown. */
export type Ownership = 'self' | 'own' | 'other' | 'unlisted';

/** The tools that a text may name. */
export interface ScanContext {
  readonly ownerOf: (tool: string) => Ownership;
  /** Whether other servers are scanned too. */
  readonly hasOthers: boolean;
}

/** The context of a text that is scanned alone. */
export const ALONE: ScanContext = { ownerOf: () => 'unlisted', hasOthers: false };

/** Kinds of tokens that shapes use as classes. */
const KINDS = [
  ...['url', 'mail', 'path', 'secret-path', 'name', 'variable', 'number', 'quoted', 'address', 'value'],
  ...['private-place', 'startup-path', 'foreign', 'foreign-tool', 'other', 'risky-tool'],
] as const;
export type Kind = string & (typeof KINDS)[number];

export function isKind(name: string): name is Kind {
  return (KINDS as readonly string[]).includes(name);
}

const PRIVATE_PLACE =
  /^(?:~[\\/]\.|[\\/](?:etc|var[\\/]log|root|proc)[\\/]|[\\/]home[\\/][\w-]+[\\/]\.|\.bash_history)/;
const STARTUP =
  /(?:[\\/]|^)(?:\.(?:bashrc|zshrc|profile|bash_profile|bash_logout)|authorized_keys|crontab|launchagents)|^[\\/]etc[\\/](?:hosts|cron|rc)/;
const SECRET_NAME = /key|token|secret|passw|credential/;
const RISKY =
  /(?:^|_)(?:delete|drop|transfer|pay|grant|disable|share|publish|deploy|wipe|remove|push|purge|revoke|destroy|execute|upload|export|kill|uninstall)(?:_|$)/;

/** Tool names start with a verb; names of parameters and members do not. */
const VERB =
  /^(?:\w+?_)?(?:get|set|list|read|send|create|delete|write|search|add|update|remove|execute|run|make|post|export|import|share|edit|modify|fetch|find|query|transfer|pay|open|move|copy|upload|download|publish|push|grant|revoke|disable|enable|drop|wipe|invoke|check|verify|forward|reset|deploy|install|approve|submit|call|cancel|book|convert|generate|ask|schedule|navigate|clear|backup|sync|validate|init|auth)(?:_|[A-Z]|$)/;

const NONE: readonly Kind[] = [];

/** The kinds of a token, including who owns a tool name. */
export function kindsOf(token: Token, next: Token | undefined, context: ScanContext): readonly Kind[] {
  const { text, kind, isQuoted } = token;
  if (kind === 'word' && !isQuoted && !context.hasOthers) return NONE;
  const kinds: Kind[] = isQuoted ? ['quoted', 'value'] : [];
  switch (kind) {
    case 'url':
    case 'mail':
    case 'number':
      return [...kinds, kind, 'address', 'value'];
    case 'secret-path':
    case 'path':
      return [...kinds, kind, 'value', ...placesOf(text)];
    case 'variable':
      return SECRET_NAME.test(text) ? [...kinds, 'variable'] : kinds;
    case 'sign':
      return text === '=' ? ['value'] : [];
    case 'name':
      return [...kinds, 'name', ...ownersOf(text, context)];
    default:
      return mayNameTool(token, next, context) ? [...kinds, 'other', 'foreign'] : kinds;
  }
}

function placesOf(path: string): Kind[] {
  return [
    ...(PRIVATE_PLACE.test(path) ? (['private-place'] as const) : []),
    ...(STARTUP.test(path) ? (['startup-path'] as const) : []),
  ];
}

function ownersOf(name: string, { ownerOf }: ScanContext): Kind[] {
  const owner = ownerOf(name);
  if (owner === 'self' || owner === 'own') return [];
  return [
    'foreign',
    ...(owner === 'other' ? (['other'] as const) : []),
    ...(VERB.test(name) ? (['foreign-tool'] as const) : []),
    ...(RISKY.test(name) ? (['risky-tool'] as const) : []),
  ];
}

/** Whether a token names another server's tool: a hyphenated name, or one word in quotes or before "tool". */
function mayNameTool(
  { text, isQuoted, start, end }: Token,
  next: Token | undefined,
  { hasOthers, ownerOf }: ScanContext,
): boolean {
  if (!hasOthers) return false;
  const pair = `${text}-${next?.text}`;
  // The next token is the rest of a hyphenated name.
  if (next?.start === start && end - start <= pair.length + 2 && ownerOf(pair) === 'other') return true;
  return (isQuoted || next?.text === 'tool' || next?.text === 'function') && ownerOf(text) === 'other';
}
