import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Json, jcs, readJson, validate } from '@toolmark/core';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import canonicalize from 'canonicalize';
import { atMost, atSpeed, measure, type Ratio } from './measure.ts';
import { sampleDocument, sampleList } from './sample.ts';

const SCHEMAS = path.resolve(import.meta.dirname, '../docs/spec/schema');
const NOW = new Date(0);

export function validationRatios(): Ratio[] {
  const text = JSON.stringify(sampleDocument());
  const bytes = encode(text);
  const check = compiledAjv();
  const ours = measure(() => validate(bytes, { now: NOW }));
  const floor = measure(() => check(JSON.parse(text)));
  const perByte = (size: number): number => {
    const list = encode(JSON.stringify(sampleList(size)));
    return measure(() => validate(list, { now: NOW })) / list.length;
  };
  return [
    atSpeed(0.15, `full validation, ${bytes.length} bytes, against JSON.parse + compiled ajv`, ours, floor),
    growth('full validation: time per byte at 1 MB against 1 KB', perByte(1_000_000), perByte(1_000)),
  ];
}

function compiledAjv(): (value: unknown) => boolean {
  const read = (file: string): object => JSON.parse(readFileSync(path.join(SCHEMAS, file), 'utf8'));
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  ajv.addSchema(read('tool-metadata-1.schema.json'));
  return ajv.compile(read('tool-document-1.1.schema.json'));
}

export function readerRatios(): Ratio[] {
  const text = JSON.stringify(sampleDocument());
  const small = measureReader(1_000);
  const large = measureReader(1_000_000);
  const document = { ours: measure(() => readJson(encode(text))), floor: measure(() => JSON.parse(text)) };
  return [
    atSpeed(0.2, 'strict reader, 2 KB document, against JSON.parse', document.ours, document.floor),
    atSpeed(0.2, 'strict reader, 1 MB list, against JSON.parse', large.ours, large.floor),
    growth('strict reader: time per byte at 1 MB against 1 KB', large.ours / large.bytes, small.ours / small.bytes),
  ];
}

function measureReader(size: number): { ours: number; floor: number; bytes: number } {
  const text = JSON.stringify(sampleList(size));
  const bytes = encode(text);
  return { ours: measure(() => readJson(bytes)), floor: measure(() => JSON.parse(text)), bytes: bytes.length };
}

export function canonicalRatio(): Ratio {
  const value = sampleList(20_000) as unknown as Json;
  const write = canonicalize as unknown as (value: unknown) => string;
  const [ours, floor] = [measure(() => jcs(value)), measure(() => write(value))];
  return atSpeed(1, 'JCS writer, 20 KB, against canonicalize', ours, floor);
}

/** Linear: a byte costs no more in a large input. Half as much again is noise and cache. */
function growth(name: string, large: number, small: number): Ratio {
  return atMost(1.5, name, large * 1000, small * 1000, value => `${value.toFixed(1)} ns`);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
