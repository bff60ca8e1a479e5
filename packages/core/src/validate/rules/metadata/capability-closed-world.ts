import type { Subject } from '../../subject.ts';
import { declaring } from '../../subject.ts';
import { behaviorRule } from './behavior-rule.ts';

export const capabilityClosedWorld = behaviorRule({
  code: 'metadata.capability-closed-world',
  severity: 'error',
  title: 'The tool uses the network, files, a database or commands, but open_world is false.',
  advice: 'Set open_world to true, or remove the capability and the access.',
  contradiction: (behavior, _, subject) => {
    const found = reachesOutside(subject);
    if (behavior.open_world !== false || found === undefined) return undefined;
    return `${found} reaches outside the process, but open_world is false.`;
  },
});

/** The first declaration that needs something outside the process. */
function reachesOutside(subject: Subject): string | undefined {
  const [declared] = declaring(subject, [
    'network_request',
    'database_access',
    'read_file',
    'write_file',
    'execute_command',
  ]);
  if (declared !== undefined) return declared.capability;
  const { network_access: network = 'none', file_access: files = 'none' } = subject.security;
  if (network !== 'none') return `network_access ${network}`;
  return files === 'none' ? undefined : `file_access ${files}`;
}
