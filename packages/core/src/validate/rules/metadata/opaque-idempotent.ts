import { behaviorRule, hasOperation } from './behavior-rule.ts';

export const opaqueIdempotent = behaviorRule({
  code: 'metadata.opaque-idempotent',
  severity: 'warning',
  title: 'The effect depends on the input, yet the tool declares that repeating it is safe.',
  advice: 'Set idempotent to false: retries of an opaque effect may do harm.',
  contradiction: behavior =>
    behavior.idempotent === true && hasOperation(behavior, 'opaque')
      ? 'The operation opaque has effects nobody can foresee, but idempotent is true.'
      : undefined,
});
