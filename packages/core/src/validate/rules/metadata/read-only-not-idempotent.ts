import { behaviorRule } from './behavior-rule.ts';

export const readOnlyNotIdempotent = behaviorRule({
  code: 'metadata.read-only-not-idempotent',
  severity: 'warning',
  title: 'The tool is read-only, but not idempotent.',
  advice: 'Remove idempotent: in MCP, it applies only if read_only is false.',
  contradiction: behavior =>
    behavior.read_only === true && behavior.idempotent === false
      ? 'read_only is true and idempotent is false; MCP ignores idempotent here.'
      : undefined,
});
