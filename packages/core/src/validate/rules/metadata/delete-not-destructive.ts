import { behaviorRule, hasOperation } from './behavior-rule.ts';

export const deleteNotDestructive = behaviorRule({
  code: 'metadata.delete-not-destructive',
  severity: 'error',
  title: 'The tool deletes, yet declares that it destroys nothing.',
  advice: 'Set destructive to true, or use update when the resource can be brought back.',
  contradiction: behavior =>
    behavior.destructive === false && hasOperation(behavior, 'delete')
      ? 'The operation delete destroys, but destructive is false.'
      : undefined,
});
