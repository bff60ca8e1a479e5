import { type Finding, member } from '../../../base/index.ts';
import { checkSchema } from '../../json-schema/index.ts';
import type { CodeEntry } from '../../rule.ts';
import type { Subject } from '../../subject.ts';

/** Input and output schema in one pass each: the checker finds all of the codes below while it walks. */
export function checkParameterSchemas(subject: Subject): Finding[] {
  const output = member(subject.mcp, 'outputSchema');
  return [
    ...(subject.parameters === undefined ? [] : checkSchema(subject.parameters, { at: subject.at.parameters })),
    ...(output === undefined ? [] : checkSchema(output, { at: `${subject.at.mcp}/outputSchema` })),
  ];
}

export const PARAMETER_CODES: readonly CodeEntry[] = [
  {
    code: 'semantic.parameter-dialect',
    severity: 'error',
    title: 'A schema declares a dialect other than draft-07 and 2020-12.',
    advice: 'Use one of the two, or leave $schema out: 2020-12 is the default.',
  },
  {
    code: 'semantic.parameter-keyword',
    severity: 'error',
    title: 'A keyword of the schema has a value that its dialect does not allow.',
    advice: 'Correct the value: other programs refuse such a schema or ignore the keyword.',
  },
  {
    code: 'semantic.parameter-remote-ref',
    severity: 'error',
    title: 'The schema refers to a document on the network.',
    advice: 'Copy what you need under $defs: Toolmark never fetches a schema, and clients must not.',
  },
  {
    code: 'semantic.parameter-dangling-ref',
    severity: 'error',
    title: 'A reference leads nowhere.',
    advice: 'Point it at an existing definition inside the schema.',
  },
  {
    code: 'semantic.parameter-pattern',
    severity: 'error',
    title: 'A pattern is not a regular expression.',
    advice: 'Write it as ECMA-262 does, with the u flag.',
  },
  {
    code: 'semantic.parameter-pattern-cost',
    severity: 'error',
    title: 'A pattern is too large or cannot be matched in linear time.',
    advice: 'Remove back-references and use smaller counts: one short input could stop a program that checks it.',
  },
  {
    code: 'semantic.parameter-limits',
    severity: 'error',
    title: 'The schema is deeper or larger than any honest one.',
    advice: 'Split it up, or simplify it.',
  },
];
