import { behaviorRule } from './behavior-rule.ts';

export const operationsEmpty = behaviorRule({
  code: 'metadata.operations-empty',
  severity: 'warning',
  title: 'The list of operations is empty.',
  advice: 'List the operations, or remove the member if the tool uses no resource.',
  contradiction: behavior => (behavior.operations?.length === 0 ? 'operations is an empty list.' : undefined),
});
