import { closest, quoteInert } from '../../../base/index.ts';
import { SERVICE_DOMAINS } from '../../../describe/index.ts';
import type { Rule } from '../../rule.ts';

export const unknownDomain: Rule = {
  code: 'metadata.unknown-domain',
  severity: 'warning',
  title: 'A service domain is not in the vocabulary.',
  advice: 'Check the spelling against "toolmark help domains". Searches and policies do not match unknown domains.',
  check({ metadata, at }) {
    const domains = metadata?.classification?.service_domains ?? [];
    return domains.flatMap((domain, index) => {
      if (SERVICE_DOMAINS.includes(domain)) return [];
      const pointer = `${at.metadata}/classification/service_domains/${index}`;
      const near = closest(domain, SERVICE_DOMAINS);
      const hint = near.length === 0 ? '' : ` Similar: ${near.join(', ')}.`;
      return [{ pointer, message: `${quoteInert(domain)} is not a known service domain.${hint}` }];
    });
  },
};
