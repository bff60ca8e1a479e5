import { behaviorRule, onlyReads } from './behavior-rule.ts';

export const readDestructive = behaviorRule({
  code: 'metadata.read-destructive',
  severity: 'error',
  title: 'The tool only reads, yet declares itself destructive.',
  advice: 'Set destructive to false, or name the operation that destroys.',
  contradiction: behavior =>
    behavior.destructive === true && behavior.read_only !== true && onlyReads(behavior)
      ? 'read is the only operation, but destructive is true.'
      : undefined,
});
