import type { Rule } from '../../rule.ts';
import { declaring } from '../../subject.ts';

export const networkCapability: Rule = {
  code: 'semantic.network-capability',
  severity: 'error',
  title: 'The tool makes network requests without network access.',
  advice: 'Set network_access to local or internet, or remove the capability.',
  check(subject) {
    if (subject.security.network_access !== 'none') return [];
    return declaring(subject, ['network_request']).map(({ pointer }) => ({
      pointer,
      message: 'network_request needs network access, but network_access is none.',
    }));
  },
};
