import { behaviorRule } from './behavior-rule.ts';

export const readOnlyNotIdempotent = behaviorRule({
  code: 'metadata.read-only-not-idempotent',
  severity: 'warning',
  title: 'The tool declares itself read-only but not idempotent.',
  advice: 'Remove idempotent: MCP gives it a meaning only when read_only is false.',
  contradiction: behavior =>
    behavior.read_only === true && behavior.idempotent === false
      ? 'A tool that changes nothing can be called twice; idempotent false says nothing here.'
      : undefined,
});
