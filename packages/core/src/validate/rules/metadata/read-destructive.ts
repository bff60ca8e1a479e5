import { behaviorRule, onlyReads } from './behavior-rule.ts';

export const readDestructive = behaviorRule({
  code: 'metadata.read-destructive',
  severity: 'error',
  title: 'The tool only reads, but destructive is true.',
  advice: 'Set destructive to false, or list the destructive operation.',
  contradiction: behavior =>
    behavior.destructive === true && behavior.read_only !== true && onlyReads(behavior)
      ? 'read is the only operation, but destructive is true.'
      : undefined,
});
