import { declaring } from '../../access.ts';
import type { Rule } from '../../rule.ts';

export const networkCapability: Rule = {
  code: 'semantic.network-capability',
  severity: 'error',
  title: 'The tool makes network requests but is granted no network access.',
  advice: 'Set network_access to local or internet, or remove the capability.',
  check(subject) {
    if (subject.security.network_access !== 'none') return [];
    return declaring(subject, ['network_request']).map(({ pointer }) => ({
      pointer,
      message: 'network_request needs network access, but network_access is none.',
    }));
  },
};
