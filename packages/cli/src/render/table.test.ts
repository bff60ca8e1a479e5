import { afterEach, expect, test, vi } from 'vitest';
import { formatTable } from './table.ts';

afterEach(() => vi.restoreAllMocks());

test('columns are as wide as their widest cell, and nothing steers a terminal', () => {
  expect(
    formatTable(
      [
        ['NAME', 'ABOUT'],
        ['weather', 'Rain\u001b[2J'],
        ['x'.repeat(9), ''],
      ],
      8,
    ),
  ).toBe('NAME      ABOUT\nweather   Rain\\u{1b}[2J\nxxxxxxx…\n');
});

test('one long text costs its own length, not that of every row', () => {
  const pad = vi.spyOn(String.prototype, 'padEnd');
  formatTable([...Array.from({ length: 50 }, () => ['a', 'b']), ['a', 'x'.repeat(100_000)]]);
  expect(Math.max(...pad.mock.calls.map(([width]) => width))).toBeLessThan(100);
});

test('cuts a very long text', () => {
  expect(
    formatTable([
      ['NAME', 'ABOUT'],
      ['a', 'x'.repeat(1_000_000)],
    ]).length,
  ).toBeLessThan(5_000);
  const whole = 'x'.repeat(4_096);
  expect(formatTable([['a', whole]])).toBe(`a  ${whole}\n`);
});
