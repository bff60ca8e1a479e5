import { behaviorRule, mutatingOperations } from './behavior-rule.ts';

export const mutatingReadOnly = behaviorRule({
  code: 'metadata.mutating-read-only',
  severity: 'error',
  title: 'The tool creates, updates or deletes, but read_only is true.',
  advice: 'Set read_only to false, or remove the mutating operations.',
  contradiction: behavior => {
    const mutating = mutatingOperations(behavior);
    if (behavior.read_only !== true || mutating.length === 0) return undefined;
    return `The operations (${mutating.toSorted().join(', ')}) change data, but read_only is true.`;
  },
});
