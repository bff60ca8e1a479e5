import { declaring } from '../../subject.ts';
import { behaviorRule } from './behavior-rule.ts';

export const capabilityReadOnly = behaviorRule({
  code: 'metadata.capability-read-only',
  severity: 'error',
  title: 'The tool can write files or run commands, but read_only is true.',
  advice: 'Set read_only to false, or remove the capability.',
  contradiction: (behavior, _, subject) => {
    const [found] = declaring(subject, ['write_file', 'execute_command', 'admin_operation']);
    if (behavior.read_only !== true || found === undefined) return undefined;
    return `${found.capability} can change data, but read_only is true.`;
  },
});
