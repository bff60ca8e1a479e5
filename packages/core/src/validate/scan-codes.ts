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
    'Do not use the server until its author has removed the text.',
  ),
  code(
    'concealment',
    'block',
    'A text tells the model to keep something from the user.',
    'Do not use the server: an honest tool has nothing to hide from the person it serves.',
  ),
  code(
    'covert-action',
    'review',
    'A text says that something is done unnoticed.',
    'Read the text; ask the author what is done and why unnoticed.',
  ),
  code(
    'exfiltration',
    'block',
    'A text moves secrets, files or the conversation to where they do not belong.',
    'Do not use the server, and check what it was already given.',
  ),
  code(
    'secret-requested',
    'review',
    'A text asks for a secret that no tool should be handed.',
    'Read the text; use a tool that never sees the secret.',
  ),
  code(
    'hidden-command',
    'block',
    'A text carries a command to run.',
    'Do not use the server until the command is explained or gone.',
  ),
  code(
    'call-rewrite',
    'block',
    'A text changes the calls of other tools.',
    'Do not use the server: a tool describes its own calls and no others.',
  ),
  code(
    'shadowing',
    'block',
    'A text binds itself to a tool of another server in this scan.',
    'Do not use the two servers together until the text is gone.',
  ),
  code(
    'fake-prerequisite',
    'review',
    'A text demands another step first that its server does not offer.',
    'Read the text; the step may be an attack, or a tool that is missing from the list.',
  ),
  code(
    'claims-every-call',
    'review',
    'A text wants to be called before, or with, everything else.',
    'Read the text; ask whether the tool needs that.',
  ),
  code(
    'false-authority',
    'review',
    'A text speaks in the voice of the system, a policy or an operator.',
    'Read the text: a description has no authority over the model.',
  ),
  code(
    'permission-bypass',
    'review',
    'A text speaks of getting around checks or permissions.',
    'Read the text and decide whether that is what you want.',
  ),
  code(
    'selection-hijack',
    'review',
    'A text wants to be chosen over other tools, whatever they do.',
    'Read the text: the choice is the user’s.',
  ),
  code(
    'capability-mismatch',
    'review',
    'The name of a tool promises less than its description says it does.',
    'Read both, and ask the author.',
  ),
  code(
    'malicious-purpose',
    'review',
    'A text names an attack as what the tool does.',
    'Read the text; use the tool only if that is your trade.',
  ),
  code(
    'tag-characters',
    'block',
    'A text holds characters of the tag block, which only machines read.',
    'Do not use the server: the evidence shows what was hidden.',
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
    'Do not show the text unfiltered; do not use the server.',
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
    'Do not use the server: the evidence shows the decoded text.',
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
