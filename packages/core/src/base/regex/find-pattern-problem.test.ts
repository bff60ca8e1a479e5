import { describe, expect, test } from 'vitest';
import { findPatternProblem } from './find-pattern-problem.ts';
import { compilePattern } from './linear-pattern.ts';

const COSTLY: readonly [why: string, pattern: string][] = [
  ['back-reference', String.raw`^(["']).*\1$`],
  ['back-reference in a loop', String.raw`(a)(?:\1b)*`],
  ['named back-reference', String.raw`(?<quote>["']).*\k<quote>`],
  ['back-reference in a look-ahead', String.raw`(a)(?=\1)`],
  ['10,000 characters', 'a'.repeat(10_000)],
  ['5,000 alternatives', Array(5_000).fill('a').join('|')],
  ['10,000 groups deep', '('.repeat(10_000) + ')'.repeat(10_000)],
  ['a million copies of one character', '(?:a{1000}b?){1000000}'],
  ['a million copies of a group', '(?:(?:ab){1000}){1000}'],
  ['a million optional copies', '(?:(?:ab){0,1000}){0,1000}'],
  ['a million copies of nothing', '(?:(?:){1000}){1000}'],
  ['2 to the power of 120 copies', `${'('.repeat(120)}ab${'){2,3}'.repeat(120)}`],
  ['endless copies', `(?:ab){${'9'.repeat(400)}}`],
  ['10,000 copies of a look-ahead', '(?:(?=a)b){10000}'],
];

const INVALID: readonly [pattern: string, reason: RegExp][] = [
  ['(', /Unterminated group/],
  [')', /Unmatched/],
  ['[z-a]', /out of order/],
  ['a{2,1}', /out of order/],
  ['*a', /Nothing to repeat/],
  ['a{', /Incomplete quantifier/],
  [String.raw`\p{Nonsense}`, /Invalid property name/],
  [String.raw`\-`, /Invalid escape/],
  ['(?<a>x)(?<a>y)', /Duplicate capture group name/],
  ['(?i:a)', /Invalid group/],
  ['(?>a+)', /Invalid group/],
];

const FINE: readonly [what: string, pattern: string][] = [
  ['nothing', ''],
  ['anchors only', '^$'],
  ['slug', '^[a-z0-9]+(?:-[a-z0-9]+)*$'],
  ['dotted name', String.raw`^(\w+\.)*\w+$`],
  ['list with spaces', String.raw`^\s*\w+\s*(,\s*\w+\s*)*$`],
  ['dice', String.raw`^\d+d\d+([+-]\d+)?$`],
  ['a loop in a loop', '^(a+)+$'],
  ['three wildcards', '^.*a.*b.*c$'],
  ['counted loops in a counted loop', '(a{1,30}){1,30}$'],
  ['a million copies of one character', 'a{1000000}'],
  ['330 loops deep', `${'('.repeat(330)}a${')*'.repeat(330)}`],
  ['500 wildcards', '.*'.repeat(500)],
  ['e-mail', String.raw`^[\w.+-]+@[\w-]+\.[\w.-]+$`],
  ['password rules', String.raw`^(?=.*[A-Z])(?=.*\d).{8,}$`],
  ['IPv6 prefix', String.raw`^([a-fA-F0-9]{0,4}:){1,8}(:[a-fA-F0-9]{0,4}){0,8}([a-fA-F0-9]{0,4})?\/[0-9]{1,3}$`],
  ['IPv4 prefix', String.raw`^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!\/)|(?=\/))){4}\/(?:3[0-2]|[12]?\d)$`],
  ['loose IPv4', String.raw`^(\d{1,3}\.?){4}$`],
  ['date', String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`],
  ['time stamp', String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$`],
  ['duration', String.raw`^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$`],
  ['UUID', '^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'],
  [
    'semantic version',
    String.raw`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$`,
  ],
  ['hash', '^0x[a-fA-F0-9]{64}$'],
  ['long count', '^[!-~]{1,65535}$'],
  ['address', String.raw`^https?://[^\s/$.?#].[^\s]*$`],
  ['host name', String.raw`^(?!-)[a-z0-9-]{1,63}(?<!-)(\.[a-z0-9-]{1,63})*$`],
  ['base64', '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'],
  ['three fields', '^(.*,){3}.*$'],
  ['personal name', String.raw`^\p{L}+(?:[ '-]\p{L}+)*$`],
  ['letters and the rest', String.raw`^(?:a|[^\p{L}])*$`],
  ['never matches', '^(?:[]|[])*$'],
  ['500 groups deep', '('.repeat(499) + ')'.repeat(499)],
  ['1,000 characters', 'a'.repeat(1_000)],
];

describe('patterns that cannot be matched in linear time, or only with a huge program, are costly', () => {
  test.each(COSTLY)('%s', (_, pattern) => expect(findPatternProblem(pattern)?.kind).toBe('costly'));
});

describe('rejects invalid regular expressions with the reason', () => {
  test.each(INVALID)('%s', (pattern, reason) => {
    expect(findPatternProblem(pattern)).toMatchObject({ kind: 'invalid', message: expect.stringMatching(reason) });
  });

  test('the message cannot steer a terminal', () => {
    const message = findPatternProblem('\u001b[2J/u: \u202e(')?.message;
    expect(message).toBe(
      String.raw`The pattern is not an ECMA-262 regular expression: Unterminated character class at character 11 of "\u{1b}[2J/u: \u{202e}(".`,
    );
  });
});

describe('other patterns are accepted and compile', () => {
  test.each(FINE)('%s: %s', (_, pattern) => {
    expect(findPatternProblem(pattern)).toBeUndefined();
    expect(compilePattern(pattern).test('\ud83d')).toBe(new RegExp(pattern, 'u').test('\ud83d'));
  });
});
