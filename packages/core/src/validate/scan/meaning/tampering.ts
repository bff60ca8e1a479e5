import type { Signal } from './signal.ts';

/** Changes the machine beside the work. */
export const TAMPERING: readonly Signal[] = [
  {
    id: 'tampering.machine',
    code: 'scan.hidden-command',
    tier: 'review',
    firm: true,
    needs: ['shell'],
    pattern:
      '\\b(?:useradd|adduser|chpasswd|usermod|visudo|setenforce|ld_preload|nopasswd)\\b|\\b(?:disable|turn off|switch off|take down|stop|shut down|deactivate|remove) (?:the )?(?:\\w+ )?(?:firewall|antivirus|defender|selinux|ufw|iptables|gatekeeper|endpoint protection)\\b|\\b(?:replace|overwrite|append|write|add|put|echo)\\b.{0,40}?(?:\\.git/hooks/|\\bcrontabs?\\b|\\bauthorized_keys\\b|/etc/hosts\\b|/etc/resolv\\.conf|\\.(?:bashrc|zshrc|profile)\\b)|\\bauthorized_keys\\b.{0,40}?\\b(?:append|write|add|put)\\b|\\b--privileged\\b.{0,40}?/:/|\\bconfig set requirepass\\b|\\b(?:root|ca) cert\\w*\\b.{0,60}?\\btrust\\w*|\\bflush\\b.{0,20}?\\b(?:rules|iptables|tables)\\b|\\bagent.?s (?:memory|rules?|instructions?) file\\b|\\b(?:run|runs|running|executed?) as root\\b|\\bmode 0?777\\b|\\bworld-(?:readable|writable)\\b|\\b(?:ssh )?port\\b.{0,30}?\\bopen (?:to|for) \\d',
    unless: '\\b(?:whether|status|list|optional|flag)\\b',
    deniable: true,
  },
  {
    id: 'tampering.install',
    code: 'scan.hidden-command',
    tier: 'review',
    firm: true,
    needs: ['address'],
    pattern:
      '\\b(?:extra-index-url|index-url|registry|find-links)[ =]https?://|\\bdownload(?:s|ed)? https?://|\\bhttps?://\\S{4,100} and (?:then )?(?:start|run|open|execute|install) it\\b|\\b(?:ba|z)?sh -c\\b.{0,6}\\$\\((?:curl|wget)|\\b(?:pip|npm|npx|brew|gem|cargo|uv) (?:install|add) .{0,60}?https?://|\\b(?:curl|wget)\\b.{0,60}?https?://\\S{3,100} ?\\| ?(?:sudo )?(?:ba|z)?sh\\b|\\b(?:add|include|import|install|fetch|load|apply|run|pull|source)\\b.{0,40}? from https?://',
    unless: '\\b(?:e\\.g|for example|pypi\\.org|registry\\.npmjs\\.org|github\\.com)\\b',
  },
];
