import type { CodeEntry } from './rule.ts';

/** `block`: no honest tool contains this. `review`: a person should read it. */
export type Tier = 'block' | 'review';

/** A code of the scanner with its usual tier; a finding may have another one if its evidence is weaker or stronger. */
export interface ScanCode extends CodeEntry {
  readonly tier: Tier;
}

/** Every code of the scanner. */
export const SCAN_CODES: readonly ScanCode[] = [
  code('override', 'block', 'Tells the model to ignore other instructions.', 'Review this tool before using it.'),
  code('concealment', 'block', 'Tells the model to hide something from the user.', 'Review what the tool hides.'),
  code('covert-action', 'review', 'Mentions an action without notice to the user.', 'Check what is done, and why.'),
  code('exfiltration', 'block', 'Possible exfiltration of secrets, files or the conversation.', 'Review this tool.'),
  code('secret-requested', 'review', 'Asks for a secret.', 'Check whether the tool needs the secret.'),
  code('hidden-command', 'block', 'Contains a command to run.', 'Review the command before anything runs it.'),
  code('call-rewrite', 'block', 'Changes the calls of other tools.', 'Review this tool before using it.'),
  code('shadowing', 'block', "Targets another server's tool.", 'Compare both tools before using both servers.'),
  code(
    'fake-prerequisite',
    'review',
    'Requires a step first that its server does not offer.',
    'Check whether the step is part of the task; the tool it names may be missing from the list.',
  ),
  code('claims-every-call', 'review', 'Asks to be called with every other call.', 'Check whether that is needed.'),
  code('false-authority', 'review', 'Claims system, policy or operator authority.', 'Review the text.'),
  code('permission-bypass', 'review', 'Mentions bypassing checks or permissions.', 'Check which approval is skipped.'),
  code('selection-hijack', 'review', 'Asks to be preferred over other tools.', 'Compare it with those tools.'),
  code('capability-mismatch', 'review', 'Retired in rule set 7.', 'Remove waivers that name it.'),
  code('malicious-purpose', 'review', 'Describes an attack as its purpose.', 'Check whether you expect this purpose.'),
  code('tag-characters', 'block', 'Contains invisible tag characters.', 'Read the hidden text in the evidence.'),
  code('invisible-characters', 'review', 'Contains invisible characters.', 'Remove them, or clean the text.'),
  code('bidi-control', 'block', 'Contains bidirectional controls.', 'Remove them, or clean the text.'),
  code('variation-selectors', 'block', 'Contains variation selectors that can hide text.', 'Read the evidence.'),
  code('private-use', 'review', 'Contains private-use characters.', 'Remove them.'),
  code('combining-flood', 'review', 'Contains too many combining marks.', 'Remove them: they cover other text.'),
  code('terminal-control', 'block', 'Contains terminal escape sequences.', 'Do not print the text unfiltered.'),
  code('hidden-markup', 'review', 'Contains comments or markup that hide text.', 'Read the hidden part.'),
  code('far-padding', 'review', 'Continues after a long run of white space.', 'Read the text after it.'),
  code('mixed-script', 'review', 'A word mixes look-alike scripts.', 'Compare it with the word it imitates.'),
  code('encoded-payload', 'block', 'Contains encoded instructions.', 'Read the decoded text in the evidence.'),
  code(
    'unread-text',
    'review',
    'The rules do not cover the language or script, or the text looks encrypted.',
    'Ask a person who reads it to review it; it is reported once per server.',
  ),
  code('same-name', 'review', 'Two tools have the same name.', 'Prefix the names, or ask the author to rename one.'),
  code('near-name', 'review', "Resembles the name of another server's tool.", 'Compare both tools.'),
  code(
    'names-not-compared',
    'review',
    'Some names were not compared letter by letter.',
    'Scan fewer servers at a time.',
  ),
  code('malformed', 'block', 'A part of the list is malformed.', 'Fix the list: unreadable parts cannot be cleared.'),
  code('too-many-findings', 'block', 'The report has too many findings.', 'Fix those listed, and scan again.'),
];

function code(name: string, tier: Tier, title: string, advice: string): ScanCode {
  return { code: `scan.${name}`, tier, severity: tier === 'block' ? 'error' : 'warning', title, advice };
}
