import { behaviorRule, hasOperation } from './behavior-rule.ts';

export const opaqueNotDestructive = behaviorRule({
  code: 'metadata.opaque-not-destructive',
  severity: 'error',
  title: 'The tool has an opaque operation, but destructive is false.',
  advice: 'Set destructive to true: the effect of an opaque operation is unknown.',
  contradiction: behavior =>
    behavior.destructive === false && hasOperation(behavior, 'opaque')
      ? 'The effect of the operation opaque is unknown, but destructive is false.'
      : undefined,
});
