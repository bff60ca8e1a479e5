import type { Json } from '../../../base/index.ts';
import { documentWith, ruleTable } from '../rule-table.ts';
import { domainsUndeclared } from './domains-undeclared.ts';

const reaching = (network_access: Json, allowed_domains: Json | undefined): Json =>
  documentWith({ security: { network_access, allowed_domains } });

ruleTable(domainsUndeclared, {
  rejects: [
    ['the internet without a list', reaching('internet', undefined), '/tool/security'],
    ['the internet with an empty list', reaching('internet', []), '/tool/security'],
    ['the internet with a list of the wrong type', reaching('internet', 'api.example.com'), '/tool/security'],
    ['the internet with a list of numbers', reaching('internet', [7]), '/tool/security'],
  ],
  accepts: [
    ['an access nobody knows, which is reported already', reaching('Internet', undefined)],
    ['this machine without a list', reaching('local', undefined)],
    ['no network without a list', reaching('none', [])],
    ['the internet with a host', reaching('internet', ['api.example.com'])],
    ['any host, said openly', reaching('internet', ['*'])],
  ],
});
