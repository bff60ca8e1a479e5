import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, readJson } from '@toolmark/core';
import { readExactJson } from '@toolmark/core/json';
import { must, type Target, unlessRefused } from '../target.ts';

export const reader: Target = {
  name: 'reader',
  promise: 'JSON.parse returns the same value for every text that the strict reader accepts.',
  seeds: ['{"a":[1,2.5,-0,1e3,"\\u0041\\ud83d\\ude00",true,null,{"b":{}}],"c":9007199254740993}', '[[],{},"\\n",0.1]'],
  words: ['\\u00', '\\ud83d', '\\udc00', '1E+', '-', '.5', 'NaN', '"a":1,"a":2'],
  run(input) {
    const value = unlessRefused(() => readJson(input));
    const exact = unlessRefused(() => readExactJson(input));
    must((value === undefined) === (exact === undefined), 'Only one of the two readers accepts it.');
    if (value === undefined) return;
    must(
      isDeepStrictEqual(asDoubles(value), JSON.parse(new TextDecoder().decode(input))),
      'JSON.parse returns another value.',
    );
  },
};

/** The value as a reader without large integers returns it. */
export function asDoubles(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(asDoubles);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asDoubles(item)]));
}
