import { assessSubject } from '../../../describe/index.ts';
import { behaviorRule } from './behavior-rule.ts';

export const commandReadOnly = behaviorRule({
  code: 'metadata.command-read-only',
  severity: 'warning',
  title: 'The tool takes a command to run, yet declares itself read-only.',
  advice:
    'Set read_only to false: what a command does cannot be known before. If the parameter is something else, rename it.',
  contradiction: (behavior, _, { survey, at }) => {
    if (behavior.read_only !== true) return undefined;
    const { reasons } = assessSubject({ name: '', description: '', survey, at });
    const reason = reasons.find(({ level }) => level === 'critical');
    return reason && `A parameter carries commands or code, but read_only is true. ${reason.message}`;
  },
});
