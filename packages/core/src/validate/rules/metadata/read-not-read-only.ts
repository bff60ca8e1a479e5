import { behaviorRule, onlyReads } from './behavior-rule.ts';

export const readNotReadOnly = behaviorRule({
  code: 'metadata.read-not-read-only',
  severity: 'warning',
  title: 'The tool only reads, but read_only is false.',
  advice: 'Set read_only to true, or list the operation that changes data.',
  contradiction: behavior =>
    behavior.read_only === false && onlyReads(behavior)
      ? 'read is the only operation, but read_only is false.'
      : undefined,
});
