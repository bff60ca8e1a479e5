import { behaviorRule, hasOperation } from './behavior-rule.ts';

export const deleteUndeclared = behaviorRule({
  code: 'metadata.delete-undeclared',
  severity: 'warning',
  title: 'The tool deletes, but does not declare destructive.',
  advice: 'Declare destructive: clients assume true.',
  contradiction: behavior =>
    behavior.destructive === undefined && hasOperation(behavior, 'delete')
      ? 'The operation delete is declared, but destructive is not.'
      : undefined,
});
