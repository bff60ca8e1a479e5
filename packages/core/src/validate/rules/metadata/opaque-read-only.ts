import { behaviorRule, hasOperation } from './behavior-rule.ts';

export const opaqueReadOnly = behaviorRule({
  code: 'metadata.opaque-read-only',
  severity: 'error',
  title: 'The tool has an opaque operation, but read_only is true.',
  advice: 'Set read_only to false: the effect of an opaque operation is unknown.',
  contradiction: behavior =>
    behavior.read_only === true && hasOperation(behavior, 'opaque')
      ? 'The effect of the operation opaque is unknown, but read_only is true.'
      : undefined,
});
