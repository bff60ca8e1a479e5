import { behaviorRule } from './behavior-rule.ts';

export const readOnlyDestructive = behaviorRule({
  code: 'metadata.read-only-destructive',
  severity: 'warning',
  title: 'The tool declares both read_only and destructive.',
  advice: 'Remove one of them: in MCP, destructive applies only if read_only is false.',
  contradiction: behavior =>
    behavior.read_only === true && behavior.destructive === true
      ? 'read_only and destructive are both true; MCP ignores destructive here.'
      : undefined,
});
