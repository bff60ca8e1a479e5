import { behaviorRule } from './behavior-rule.ts';

export const operationsEmpty = behaviorRule({
  code: 'metadata.operations-empty',
  severity: 'warning',
  title: 'The list of operations is empty.',
  advice: 'Name the operations, or leave the member out when the tool touches no resource.',
  contradiction: behavior =>
    behavior.operations?.length === 0 ? 'operations is an empty list, which says nothing.' : undefined,
});
