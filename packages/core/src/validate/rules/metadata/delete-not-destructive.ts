import { behaviorRule, hasOperation } from './behavior-rule.ts';

export const deleteNotDestructive = behaviorRule({
  code: 'metadata.delete-not-destructive',
  severity: 'error',
  title: 'The tool deletes, but destructive is false.',
  advice: 'Set destructive to true, or use update if the resource can be restored.',
  contradiction: behavior =>
    behavior.destructive === false && hasOperation(behavior, 'delete')
      ? 'The operation delete is destructive, but destructive is false.'
      : undefined,
});
