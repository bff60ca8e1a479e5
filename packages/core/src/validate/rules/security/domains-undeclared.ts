import type { Rule } from '../../rule.ts';

export const domainsUndeclared: Rule = {
  code: 'security.domains-undeclared',
  severity: 'warning',
  title: 'The tool may reach the whole internet without saying so.',
  advice: 'List the hosts in allowed_domains; in schema 1.1 write "*" when it really is any host.',
  check({ security: { network_access, allowed_domains } }) {
    if (network_access !== 'internet' || (allowed_domains !== undefined && allowed_domains.length > 0)) return [];
    return [{ pointer: '/tool/security', message: 'network_access is internet, but allowed_domains names no host.' }];
  },
};
