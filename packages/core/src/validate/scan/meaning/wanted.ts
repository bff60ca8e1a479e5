import { DESTINATION, PERSON, PRIVATE_PLACE, SECRET_PLACE, type Signal } from './signal.ts';

const PUT =
  '(?:include|supply|attach|pass|put|send|add|provide|copy|paste|place|give|share|submit|append|insert|fill|carr(?:y|ies))';
const SLOT =
  '(?:(?:the |a |this )?["\'`][\\w-]{1,40}["\'`]|(?:the |this )?[\\w-]{1,30} (?:field|parameter|argument|param)\\b)';
const INTO = `\\b(?:in|into|as|via|under|through|to|with)\\b.{0,15}?${SLOT}`;
/** What browsers and shells keep for nobody else. */
const STORE =
  '(?:["\'`]?login data["\'`]?|cookies["\'`]? (?:sqlite|database|db|files?)\\b|key4\\.db|logins\\.json|\\bprintenv\\b|\\.bash_history|keychain\\b)';
const PRIVATE = `(?:${PRIVATE_PLACE}|${SECRET_PLACE}|${STORE})`;
const NOT_ASKED =
  '\\b(?:e\\.g|for example|defaults?|path (?:to|of)|your own|optional|public key|authenticat\\w+|logs? in|sign in|config\\w*)\\b';

/** What a tool wants that is none of its business, whoever is to bring it. */
export const WANTED: readonly Signal[] = [
  {
    id: 'wanted.private-file',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault', 'identifier'],
    pattern: `${PRIVATE}.{0,100}?\\b${PUT}\\b.{0,40}?${INTO}|\\b${PUT}\\b.{0,40}?${PRIVATE}.{0,40}?${INTO}|\\brun ["'\`]?(?:printenv|env|set)["'\`]?.{0,40}?\\b${PUT}\\b`,
    unless: NOT_ASKED,
    deniable: true,
  },
  {
    id: 'wanted.personal',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault'],
    pattern:
      '\\b(?:full name|home address|date of birth|birthday|card numbers?|social security(?: number)?|passport(?: number)?|bank details|medical history)\\b.{0,80}?\\b(?:seen|mentioned|known|shared|appearing|given|stated|you (?:know|have|find|saw))\\b.{0,30}?\\b(?:so far|chat|conversation|session|earlier|context)\\b',
    deniable: true,
  },
  {
    id: 'wanted.session',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move'],
    pattern: `\\b${PUT}\\b.{0,30}?\\b(?:other|any|all|previous|earlier|unrelated)\\b.{0,30}?\\b(?:records?|data|documents?|results?|information|files?|messages?|contents?)\\b.{0,30}?\\b(?:you (?:have |had )?(?:come across|seen|read|found|encountered|accessed|retrieved|handled|opened)|from (?:this|the) (?:session|conversation|chat|context))\\b`,
    deniable: true,
  },
  {
    id: 'wanted.password',
    code: 'scan.secret-requested',
    tier: 'review',
    needs: ['vault', 'identifier'],
    pattern: `\\b${PERSON} (?:[\\w-]+ ){0,3}?(?:password|passcode|pin|one-time code|recovery codes?|security answers?|session cookie)\\b.{0,60}?${INTO}`,
    unless: `${NOT_ASKED}|\\b(?:set|sets|reset|resets|change|changes|create|creates|new|update|updates|hash\\w*)\\b`,
    deniable: true,
  },
  {
    id: 'wanted.from-another-tool',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault', 'move'],
    pattern:
      '\\b(?:session cookies?|cookies?|(?:access|auth|session|bearer) tokens?|passwords?|api keys?)\\b.{0,60}?\\b(?:take|get|read|fetch|copy|grab|extract|obtain|pull)\\b(?: it| them| this| that)? (?:from|out of) (?:the |your |an?other |any )(?:other |\\w+ )?(?:browser|tool|server|session|memory|clipboard|password manager)\\b',
    deniable: true,
  },
  {
    id: 'wanted.other-value',
    code: 'scan.call-rewrite',
    tier: 'review',
    needs: ['lasting'],
    pattern: `\\b(?:whatever|whichever|no matter (?:what|which)|regardless of (?:what|which|the))\\b.{0,15}?\\b(?:address|recipient|account|amount|destination|iban|payee|e-?mail|number|currency|host|url|path)\\b.{0,40}?\\b(?:use|set|send|put|pass|replace|fill in|write|enter|transfer|pay)\\b.{0,40}?(?:${DESTINATION}|\\bbc1[a-z0-9]{20})`,
    deniable: true,
  },
  {
    id: 'wanted.looked-for',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['vault'],
    pattern:
      '\\b(?:take|get|look for|find|read|fetch|search for) (?:it|them|one|these)\\b.{0,10}?\\b(?:from|in)\\b.{0,80}?\\b(?:if|when|unless|where)\\b.{0,30}?\\b(?:not (?:been )?(?:given|provided?|supplied|known)|missing)\\b',
    unless: NOT_ASKED,
  },
  {
    id: 'wanted.all-secrets',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['move', 'vault'],
    pattern:
      "(?<!\\b(?:to|can|may|will|that|which) )\\b(?:send|post|upload|forward|e-?mail|submit|transmit) (?:all|every|any|the user'?s?|their)\\b(?: \\w+)? (?:passwords|credentials|secrets|api keys|private keys|cookies)\\b.{0,15}?\\b(?:to|here|back)\\b",
    deniable: true,
  },
  {
    id: 'wanted.by-duty',
    code: 'scan.exfiltration',
    tier: 'review',
    needs: ['model'],
    pattern:
      '\\b(?:agents?|assistants?|models?|ai|llms?) (?:is|are) (?:obliged|required|bound|instructed|expected|obligated) to (?:disclose|furnish|hand over|supply|reveal|transmit)\\b',
    deniable: true,
  },
];
