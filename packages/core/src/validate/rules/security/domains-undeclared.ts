import type { Rule } from '../../rule.ts';

export const domainsUndeclared: Rule = {
  code: 'security.domains-undeclared',
  severity: 'warning',
  title: 'The tool has internet access without a list of hosts.',
  advice: 'List the hosts in allowed_domains; in schema 1.1, use "*" for any host.',
  check({ security: { network_access, allowed_domains } }) {
    if (network_access !== 'internet' || (allowed_domains !== undefined && allowed_domains.length > 0)) return [];
    return [{ pointer: '/tool/security', message: 'network_access is internet, but allowed_domains is empty.' }];
  },
};
