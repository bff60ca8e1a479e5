import type { CodeEntry } from './rule.ts';

/** How sure a finding is: `block` is for what no honest tool says, `review` for what a person should read. */
export type Tier = 'block' | 'review';

/** A code of the scanner. `tier` is the usual one; where the evidence is weaker or stronger, a finding says so. */
export interface ScanCode extends CodeEntry {
  readonly tier: Tier;
}

/** Every code a scan can give. */
export const SCAN_CODES: readonly ScanCode[] = [
  code(
    'override',
    'block',
    'A text tells the model to set aside what others told it.',
    'Review this tool: an honest description does not touch instructions of others.',
  ),
  code(
    'concealment',
    'block',
    'A text tells the model to keep something from the user.',
    'Review this tool, and ask the author what the user is not to see.',
  ),
  code(
    'covert-action',
    'review',
    'A text says that something is done unnoticed.',
    'Check what is done, and why it should go unnoticed.',
  ),
  code(
    'exfiltration',
    'block',
    'A text moves secrets, files or the conversation to where they do not belong.',
    'Review what this tool takes and where it sends it.',
  ),
  code(
    'secret-requested',
    'review',
    'A text asks for a secret that no tool should be handed.',
    'Check whether the tool needs the secret.',
  ),
  code('hidden-command', 'block', 'A text carries a command to run.', 'Review the command before anything runs it.'),
  code(
    'call-rewrite',
    'block',
    'A text changes the calls of other tools.',
    'Review this tool: a tool describes its own calls only.',
  ),
  code(
    'shadowing',
    'block',
    'A text binds itself to a tool of another server in this scan.',
    'Compare the two tools, and review the text before using both servers.',
  ),
  code(
    'fake-prerequisite',
    'review',
    'A text demands another step first that its server does not offer.',
    'Check whether the step is part of the task; the tool it names may be missing from the list.',
  ),
  code(
    'claims-every-call',
    'review',
    'A text wants to be called before, or with, everything else.',
    'Check whether the tool needs to be part of every call.',
  ),
  code(
    'false-authority',
    'review',
    'A text speaks in the voice of the system, a policy or an operator.',
    'Review the text: a description has no authority over the model.',
  ),
  code(
    'permission-bypass',
    'review',
    'A text speaks of getting around checks or permissions.',
    'Check which approval is skipped, and whether you want that.',
  ),
  code(
    'selection-hijack',
    'review',
    'A text wants to be chosen over other tools, whatever they do.',
    'Compare it with the tools it wants to replace.',
  ),
  code(
    'capability-mismatch',
    'review',
    'Retired in rule set 7: the name of a tool promises less than its description says.',
    'Remove waivers that name it: nothing gives this code any more.',
  ),
  code(
    'malicious-purpose',
    'review',
    'A text names an attack as what the tool does.',
    'Check whether this purpose is what you expect from the server.',
  ),
  code(
    'tag-characters',
    'block',
    'A text holds characters of the tag block, which only machines read.',
    'Read the hidden text in the evidence, and ask the author about it.',
  ),
  code(
    'invisible-characters',
    'review',
    'A text holds characters that cannot be seen.',
    'Remove them, or have them removed by cleaning; read what they hide.',
  ),
  code(
    'bidi-control',
    'block',
    'A text holds controls that show it in another order than it is read.',
    'Remove them, or have them removed by cleaning.',
  ),
  code(
    'variation-selectors',
    'block',
    'A text holds variation selectors that can carry a message.',
    'Remove them: the evidence shows what was hidden, where it can be read.',
  ),
  code(
    'private-use',
    'review',
    'A text holds private-use characters, which mean what their maker likes.',
    'Remove them.',
  ),
  code(
    'combining-flood',
    'review',
    'A text piles up more marks than any language uses.',
    'Remove them: they cover what stands beside them.',
  ),
  code(
    'terminal-control',
    'block',
    'A text holds escape sequences that steer a terminal.',
    'Do not print the text unfiltered; ask the author to remove the sequences.',
  ),
  code('hidden-markup', 'review', 'A text holds comments or markup that hide a part of it.', 'Read the hidden part.'),
  code(
    'far-padding',
    'review',
    'A text continues far behind white space that no reader scrolls through.',
    'Read what stands there.',
  ),
  code(
    'mixed-script',
    'review',
    'A word mixes letters of two scripts that look alike.',
    'Compare it with the word it imitates.',
  ),
  code(
    'encoded-payload',
    'block',
    'A part of a text gives orders once it is decoded.',
    'Read the decoded text in the evidence.',
  ),
  code(
    'unread-text',
    'review',
    'A text is in a language or script the rules do not know, or looks enciphered.',
    'Have someone who can read it review it; it is reported once for each server.',
  ),
  code(
    'same-name',
    'review',
    'Two tools have the same name.',
    'Give each server a prefix, so that calls reach the one that was meant; a name that one server lists twice is for its author to mend.',
  ),
  code(
    'near-name',
    'review',
    'The name of a tool can be taken for that of another server’s tool.',
    'Compare the two tools; one may imitate the other.',
  ),
  code(
    'names-not-compared',
    'review',
    'Some names were not compared letter by letter.',
    'Scan fewer servers at a time; ask why a name is so long.',
  ),
  code(
    'malformed',
    'block',
    'A part of the list cannot be what it should be.',
    'Mend the list: what cannot be read cannot be cleared.',
  ),
  code(
    'too-many-findings',
    'block',
    'There are more findings than a report shows.',
    'Deal with those shown, and scan again.',
  ),
];

function code(name: string, tier: Tier, title: string, advice: string): ScanCode {
  return { code: `scan.${name}`, tier, severity: tier === 'block' ? 'error' : 'warning', title, advice };
}
