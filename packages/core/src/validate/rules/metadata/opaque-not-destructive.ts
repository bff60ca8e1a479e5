import { behaviorRule, hasOperation } from './behavior-rule.ts';

export const opaqueNotDestructive = behaviorRule({
  code: 'metadata.opaque-not-destructive',
  severity: 'error',
  title: 'The effect depends on the input, yet the tool declares that it destroys nothing.',
  advice: 'Set destructive to true: an opaque effect cannot be promised to be harmless.',
  contradiction: behavior =>
    behavior.destructive === false && hasOperation(behavior, 'opaque')
      ? 'The operation opaque has effects nobody can foresee, but destructive is false.'
      : undefined,
});
