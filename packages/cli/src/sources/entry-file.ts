import { isJsonObject, type Json, quoteInert, ToolmarkError, writeJson } from '@toolmark/core';
import { inertJson } from '@toolmark/core/text';
import { stringify } from 'yaml';
import { readYaml, type Source } from '../files/read-yaml.ts';
import type { Io } from '../io.ts';
import { formatJson } from '../render/print-json.ts';

/** Whether an entry of a registry is in YAML, by the name of its file. */
export function isYaml(file: string): boolean {
  return /\.ya?ml$/i.test(file);
}

/** An entry in the form that the name of its file asks for. */
export function formatEntry(value: Json, file: string | undefined): string {
  if (file === undefined || !isYaml(file)) return formatJson(value);
  const plain = stringify(value, YAML);
  if (inertJson(plain) === plain) return plain;
  // What could steer a terminal is escaped, as in JSON; only quoted texts can hold escapes.
  return inertJson(stringify(value, { ...YAML, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE' }));
}

const YAML = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** An entry in YAML, as the JSON that says the same. */
export function readYamlEntry(file: string, io: Pick<Io, 'cwd' | 'stdin'>): Omit<Source, 'value'> {
  const { value, lineOf } = readYaml(file, io, 'yaml.malformed');
  refuseLargeIntegers(value as Json, file);
  return { bytes: Buffer.from(writeJson(value as Json)), lineOf };
}

/** YAML would round them, and a digest would be of another number. */
function refuseLargeIntegers(value: Json, file: string): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const message = `${quoteInert(file)} has an integer beyond 2^53. Write the entry as JSON.`;
    throw new ToolmarkError('yaml.large-integer', message);
  }
  const below = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  for (const item of below) refuseLargeIntegers(item, file);
}
