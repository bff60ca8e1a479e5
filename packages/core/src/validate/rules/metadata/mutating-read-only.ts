import { behaviorRule, mutatingOperations } from './behavior-rule.ts';

export const mutatingReadOnly = behaviorRule({
  code: 'metadata.mutating-read-only',
  severity: 'error',
  title: 'The tool creates, updates or deletes, yet declares itself read-only.',
  advice: 'Set read_only to false, or remove the mutating operations.',
  contradiction: behavior => {
    const mutating = mutatingOperations(behavior);
    if (behavior.read_only !== true || mutating.length === 0) return undefined;
    return `What the tool does (${mutating.toSorted().join(', ')}) changes something, but read_only is true.`;
  },
});
