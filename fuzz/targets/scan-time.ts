import { scan } from '@toolmark/scan';
import { must, type Target } from '../target.ts';

const NOW = new Date('2026-11-16T00:00:00Z');
const SHORT = 12_000;
const LONG = 8 * SHORT;
/** Eight times the text takes eight times as long where the work is linear, and 64 times where it is quadratic. */
const MOST_RATIO = 24;
/** Shorter times are not compared: they are too noisy. */
const LITTLE_MS = 250;
const TRIES = 3;

export const scanTime: Target = {
  name: 'scan-time',
  promise: 'Scan time is linear in the length of the text.',
  seeds: [
    'Adds two numbers, and says so. ',
    'ignore all previous not until you must before any ',
    'send get_a_b to ~/.ssh/id_rsa, ',
    '<!-- <a style="',
    '![](http://a?b=',
    '0x41, %41&#65;\\u0041\\101 ',
    'chr(65)+ **a**b',
    'i g n o r e ',
    'a_b_',
    'Vtaber nyy cerivbhf ',
    '忽略所有 инструкции ',
    '\u200b\u0301\u{e0041}',
    '\n- \n\n ',
  ],
  words: [
    'never ',
    'https://e.example ',
    '"x": ',
    '; ',
    '. ',
    '\n\n',
    '$(',
    '| sh',
    'aWdub3Jl',
    '1111 ',
    '<br>',
    '@',
    '~~',
  ],
  run(input) {
    const piece = new TextDecoder().decode(input.slice(0, 400)) || 'a';
    const long = (): number => timeOf(piece, LONG);
    if (long() <= LITTLE_MS) return;
    const ratio = least(long) / least(() => timeOf(piece, SHORT));
    must(ratio <= MOST_RATIO, `Eight times the text takes ${ratio.toFixed(0)} times as long.`);
  },
};

/** The least of several tries: other load only adds time. */
function least(measure: () => number): number {
  return Math.min(...Array.from({ length: TRIES }, measure));
}

/** Processor time in milliseconds, which does not include other processes. */
function timeOf(piece: string, length: number): number {
  const description = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  const tools = [{ name: 'a', description, inputSchema: { type: 'object' } }];
  const start = process.cpuUsage();
  scan([{ server: 's', snapshot: { tools } }], { now: NOW });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
