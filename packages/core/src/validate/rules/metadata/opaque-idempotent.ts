import { behaviorRule, hasOperation } from './behavior-rule.ts';

export const opaqueIdempotent = behaviorRule({
  code: 'metadata.opaque-idempotent',
  severity: 'warning',
  title: 'The tool has an opaque operation, but idempotent is true.',
  advice: 'Set idempotent to false: retries of an opaque operation may do harm.',
  contradiction: behavior =>
    behavior.idempotent === true && hasOperation(behavior, 'opaque')
      ? 'The effect of the operation opaque is unknown, but idempotent is true.'
      : undefined,
});
