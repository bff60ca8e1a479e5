import { type Finding, member } from '../../../base/index.ts';
import { checkSchema } from '../../json-schema/index.ts';
import type { CodeEntry } from '../../rule.ts';
import type { Subject } from '../../subject.ts';

/** Checks the input and output schema. */
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
    advice: 'Use one of them, or remove $schema: 2020-12 is the default.',
  },
  {
    code: 'semantic.parameter-keyword',
    severity: 'error',
    title: 'A keyword has a value that its dialect does not allow.',
    advice: 'Correct the value: other programs reject the schema or ignore the keyword.',
  },
  {
    code: 'semantic.parameter-remote-ref',
    severity: 'error',
    title: 'A reference points to a remote document.',
    advice: 'Copy the definition to $defs: schemas are never fetched.',
  },
  {
    code: 'semantic.parameter-dangling-ref',
    severity: 'error',
    title: 'A reference cannot be resolved.',
    advice: 'Point it to a definition in the schema.',
  },
  {
    code: 'semantic.parameter-pattern',
    severity: 'error',
    title: 'A pattern is not a valid regular expression.',
    advice: 'Use ECMA-262 syntax with the u flag.',
  },
  {
    code: 'semantic.parameter-pattern-cost',
    severity: 'error',
    title: 'A pattern is too large or cannot be matched in linear time.',
    advice: 'Remove back-references and use smaller counts.',
  },
  {
    code: 'semantic.parameter-limits',
    severity: 'error',
    title: 'The schema exceeds the limits for depth or size.',
    advice: 'Simplify it.',
  },
];
