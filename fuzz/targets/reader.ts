import { isDeepStrictEqual } from 'node:util';
import { type Json, readExactJson, readJson } from '@toolmark/core';
import { must, type Target, unlessRefused } from '../target.ts';
import { asDoubles } from './as-doubles.ts';

/** A long text takes another way through the reader than a short one. */
const PADDING = 'x'.repeat(9000);

export const reader: Target = {
  name: 'reader',
  promise: 'What the strict reader accepts, JSON.parse accepts with the same value, by whatever way it was read.',
  seeds: ['{"a":[1,2.5,-0,1e3,"\\u0041\\ud83d\\ude00",true,null,{"b":{}}],"c":9007199254740993}', '[[],{},"\\n",0.1]'],
  words: ['\\u00', '\\ud83d', '\\udc00', '1E+', '-', '.5', 'NaN', '"a":1,"a":2'],
  run(input) {
    const value = unlessRefused(() => readJson(input));
    const exact = unlessRefused(() => readExactJson(input));
    must((value === undefined) === (exact === undefined), 'Only one of the two readers accepts this.');
    const padded = unlessRefused(() => readJson(padding(input), { maxDepth: 129, maxValues: 250_002 }));
    // Text may end one value and begin another where it is set between others, so that only one way holds.
    if (value === undefined) return;
    must(
      isDeepStrictEqual(asDoubles(value), JSON.parse(new TextDecoder().decode(input))),
      'JSON.parse reads this otherwise.',
    );
    must(isDeepStrictEqual((padded as { value: Json }).value, value), 'Inside a long text it is read otherwise.');
  },
};

function padding(input: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`{"padding":"${PADDING}","value":`), input, Buffer.from('}')]);
}
