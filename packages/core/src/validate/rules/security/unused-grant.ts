import type { Capability } from '../../../describe/index.ts';
import type { Offence, Rule } from '../../rule.ts';
import type { Subject } from '../../subject.ts';
import { declaring } from '../../subject.ts';

/** Capabilities that can use an access. Commands, administration and databases may need either. */
const BROAD: readonly Capability[] = ['database_access', 'execute_command', 'admin_operation', 'system_info'];
const USERS = {
  network_access: ['network_request', ...BROAD],
  file_access: ['read_file', 'write_file', ...BROAD],
} as const satisfies Record<string, readonly Capability[]>;

export const unusedGrant: Rule = {
  code: 'security.unused-grant',
  severity: 'warning',
  title: 'No capability uses a granted access.',
  advice: 'Set the access to none, or declare the capability that needs it. At low and medium risk this is an error.',
  check: subject => [...unused(subject, 'network_access'), ...unused(subject, 'file_access')],
};

function unused(subject: Subject, access: 'network_access' | 'file_access'): Offence[] {
  const granted = subject.security[access];
  if (granted === undefined || granted === 'none' || subject.capabilities.length === 0) return [];
  if (declaring(subject, USERS[access]).length > 0) return [];
  const isModest = subject.security.risk_level === 'low' || subject.security.risk_level === 'medium';
  return [
    {
      pointer: `/tool/security/${access}`,
      message: `${access} is ${granted}, but no declared capability uses it.`,
      ...(isModest ? { severity: 'error' } : {}),
    },
  ];
}
