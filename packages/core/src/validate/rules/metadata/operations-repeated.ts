import { behaviorRule } from './behavior-rule.ts';

export const operationsRepeated = behaviorRule({
  code: 'metadata.operations-repeated',
  severity: 'warning',
  title: 'An operation is listed twice.',
  advice: 'List each operation once.',
  contradiction: behavior => {
    const operations = behavior.operations ?? [];
    const repeated = new Set(operations.filter((operation, index) => operations.indexOf(operation) !== index));
    return repeated.size === 0 ? undefined : `Listed more than once: ${[...repeated].toSorted().join(', ')}.`;
  },
});
