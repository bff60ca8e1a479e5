import { expect, test } from 'vitest';
import { isRepositoryPattern, matchesRepository } from './repository-pattern.ts';

const REPOSITORY = 'https://github.com/acme/weather';

test.each<[pattern: string, matches: boolean]>([
  ['', false],
  ['*', false],
  ['.*', false],
  ['https://*', false],
  ['https://github.com/*', false],
  ['https://github.com/acme', false],
  ['https://github.com/acme*', false],
  ['https://github.com/ac*/weather', false],
  ['https://github.com/acme/weath*', false],
  ['https://github.com/acme/weather/*', false],
  ['https://github.com/acme/../*', false],
  ['https://github.com/acm/*', false],
  ['https://github.com/Acme/*', false],
  ['https://github.com/acme/weather.git', false],
  ['https://github.com/acme/weathe.', false],
  ['http://github.com/acme/weather', false],
  ['https://githubxcom/acme/weather', false],
  ['https://github.com/acme/weather', true],
  ['https://github.com/acme/*', true],
])('%j matches the repository: %s', (pattern, matches) => {
  expect(matchesRepository(REPOSITORY, [pattern])).toBe(matches);
});

test('one pattern of many is enough', () => {
  expect(matchesRepository(REPOSITORY, ['https://gitlab.com/acme/*', REPOSITORY])).toBe(true);
  expect(matchesRepository(REPOSITORY, [])).toBe(false);
});

test('an owner covers groups below it', () => {
  expect(matchesRepository('https://gitlab.com/acme/tools/weather', ['https://gitlab.com/acme/*'])).toBe(true);
});

test.each(['https://github.com/acme/*', 'https://github.com/acme/../evil', `${REPOSITORY}\n`, 'weather'])(
  'the repository %j matches nothing, not even itself',
  repository => {
    expect(matchesRepository(repository, [repository, 'https://github.com/acme/*'])).toBe(false);
  },
);

test('an owner alone is not a pattern', () => {
  expect(isRepositoryPattern('https://github.com/acme/*')).toBe(true);
  expect(isRepositoryPattern('https://github.com/acme/')).toBe(false);
});
