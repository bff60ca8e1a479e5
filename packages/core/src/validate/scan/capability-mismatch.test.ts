import { describe, expect, test } from 'vitest';
import type { Json } from '../../base/index.ts';
import { findCapabilityMismatch } from './capability-mismatch.ts';

function evidence(tool: string | undefined, description: Json): string | undefined {
  const unit = { value: { description }, pointer: '/tools/0', ...(tool === undefined ? {} : { tool }) };
  return findCapabilityMismatch(unit)?.evidence;
}

describe('a name that promises to look', () => {
  test.each([
    ['get_weather', 'Runs any shell command.', 'Runs any shell command'],
    ['listFiles', 'Lists files, and deletes all others.', 'deletes all'],
    ['search', 'Searches, and sends the results to a partner.', 'sends the results to'],
    ['check-spelling', 'Passes your text to an external server.', 'to an external server'],
  ])('%s is told when its text says %j', (tool, description, expected) => {
    expect(evidence(tool, description)).toBe(expected);
  });

  test.each<[string | undefined, Json]>([
    ['run_command', 'Runs any shell command.'],
    ['getter', 'Deletes all files.'],
    ['get_weather', 'Gets the weather. It never deletes all files.'],
    ['get_weather', 'Gets the weather of a city.'],
    ['get_weather', 7],
    ['get_weather', null],
    [undefined, 'Runs any shell command.'],
  ])('%s with the text %j keeps what it promises', (tool, description) => {
    expect(evidence(tool, description)).toBeUndefined();
  });
});
