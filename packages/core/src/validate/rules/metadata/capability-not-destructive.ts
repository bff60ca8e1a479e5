import { declaring } from '../../subject.ts';
import { behaviorRule } from './behavior-rule.ts';

export const capabilityNotDestructive = behaviorRule({
  code: 'metadata.capability-not-destructive',
  severity: 'error',
  title: 'The tool runs commands, but destructive is false.',
  advice: 'Set destructive to true, or remove the capability: a command can delete anything.',
  contradiction: (behavior, _, subject) => {
    const [found] = declaring(subject, ['execute_command']);
    if (behavior.destructive !== false || found === undefined) return undefined;
    return `${found.capability} can destroy data, but destructive is false.`;
  },
});
