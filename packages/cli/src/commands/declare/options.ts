import { isJsonObject, type JsonObject, readJson, ToolmarkError } from '@toolmark/core';
import type { ClientCapabilities } from '@toolmark/mcp';
import { InvalidArgumentError, Option } from 'commander';
import type { Format } from '../../io.ts';

export function seconds(text: string): number {
  const number = Number(text);
  if (number > 0 && number <= 3600) return number;
  throw new InvalidArgumentError('Give a number of seconds up to 3600.');
}

export function port(text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number <= 65_535) return number;
  throw new InvalidArgumentError('Give a port from 0 to 65535.');
}

export function days(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 36500) return number;
  throw new InvalidArgumentError('Give a number of days from 1 to 36500.');
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** A length of time in milliseconds. */
export function age(text: string): number {
  const [, number = '', unit = 'd'] = /^(\d{1,9})([smhdw])?$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNIT_MS[unit] ?? 0);
  if (milliseconds > 0) return milliseconds;
  throw new InvalidArgumentError('Give an age such as 90d, 12h, 30m or 45s; without a unit it is in days.');
}

export function count(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 1_000_000) return number;
  throw new InvalidArgumentError('Give a number from 1 to 1000000.');
}

export function nonEmpty(text: string): string {
  if (text.trim() !== '' && text.length <= 64) return text;
  throw new InvalidArgumentError('Give a name of 1 to 64 characters.');
}

const CAPABILITIES = ['sampling', 'elicitation', 'roots'];
const EXTENSION = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\/[\w.-]+$/i;

/** What a client declares: `sampling`, or the id of an extension, each with settings after `=`. */
export function capabilities(text: string, earlier: ClientCapabilities = {}): ClientCapabilities {
  const [, name = '', , settings = '{}'] = /^([^=]*)(=(.*))?$/s.exec(text) ?? [];
  const value = settingsOf(settings);
  if (CAPABILITIES.includes(name)) return { ...earlier, [name]: value };
  if (!EXTENSION.test(name)) {
    throw new InvalidArgumentError(
      `Give ${CAPABILITIES.join(', ')}, or the id of an extension such as io.modelcontextprotocol/ui.`,
    );
  }
  const { extensions = {} } = earlier;
  return { ...earlier, extensions: { ...(isJsonObject(extensions) ? extensions : {}), [name]: value } };
}

function settingsOf(text: string): JsonObject {
  try {
    const value = readJson(new TextEncoder().encode(text));
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!(error instanceof ToolmarkError)) throw error;
  }
  throw new InvalidArgumentError('Write settings as a JSON object, as in NAME={"a":1}.');
}

export function formatOption(formats: Format[]): Option {
  return new Option('--format <format>', 'how to print the result').choices(formats).default('text');
}
