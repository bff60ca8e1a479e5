import { assessSubject } from '../../../describe/index.ts';
import { behaviorRule } from './behavior-rule.ts';

export const commandReadOnly = behaviorRule({
  code: 'metadata.command-read-only',
  severity: 'warning',
  title: 'A parameter takes commands or code, but read_only is true.',
  advice: 'Set read_only to false: the effect of a command is unknown. If the parameter is not a command, rename it.',
  contradiction: (behavior, _, { survey, at }) => {
    if (behavior.read_only !== true) return undefined;
    const { reasons } = assessSubject({ name: '', description: '', survey, at });
    const reason = reasons.find(({ level }) => level === 'critical');
    return reason && `A parameter takes commands or code, but read_only is true. ${reason.message}`;
  },
});
