import { behaviorRule, hasOperation } from './behavior-rule.ts';

export const opaqueReadOnly = behaviorRule({
  code: 'metadata.opaque-read-only',
  severity: 'error',
  title: 'The effect depends on the input, yet the tool declares itself read-only.',
  advice: 'Set read_only to false: an opaque effect cannot be promised to be none.',
  contradiction: behavior =>
    behavior.read_only === true && hasOperation(behavior, 'opaque')
      ? 'The operation opaque has effects nobody can foresee, but read_only is true.'
      : undefined,
});
