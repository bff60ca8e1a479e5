import { inert, quoteInert } from '../../../base/index.ts';
import { foldText } from '../../fold.ts';
import type { Offence, Rule } from '../../rule.ts';
import type { TextPlace } from '../../texts.ts';
import { ORDERS } from './model-directed-text.ts';

export const encodedPayload: Rule = {
  code: 'semantic.encoded-payload',
  severity: 'error',
  title: 'A text hides orders or commands in base64 or hexadecimal.',
  advice: 'Remove the encoded part: a description has no reason to carry it.',
  check: ({ texts }) => texts.flatMap(findPayload),
};

/** Shortest run worth decoding, and how much of a long one is enough to judge it by. */
const SHORTEST = 32;
const LONGEST = 4096;

const BASE64 = /[A-Za-z0-9+/_-]{32,}={0,2}/g;
const HEX = /\b(?:[0-9a-fA-F]{2}){20,}\b/g;
const COMMANDS = /\b(?:curl|wget|powershell|bash|sh -c|rm -rf|chmod|nc -e|eval\(|exec\(|https?:\/\/)/;

function findPayload({ text, pointer }: TextPlace): Offence[] {
  if (!hasLongWord(text)) return [];
  const decoded = [...(text.match(HEX) ?? []).map(decodeHex), ...(text.match(BASE64) ?? []).map(decodeBase64)].find(
    isOrder,
  );
  if (decoded === undefined) return [];
  return [
    {
      pointer,
      message: `An encoded part of this text reads ${quoteInert(decoded)}.`,
      evidence: inert(decoded.slice(0, 200)),
    },
  ];
}

/** Most texts have no word long enough to hide anything in, and a plain loop finds that out fastest. */
function hasLongWord(text: string): boolean {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    length = text.charCodeAt(i) > 0x20 ? length + 1 : 0;
    if (length >= SHORTEST) return true;
  }
  return false;
}

function decodeHex(run: string): string {
  return String.fromCharCode(...(run.slice(0, LONGEST).match(/../g) ?? []).map(pair => Number.parseInt(pair, 16)));
}

function decodeBase64(run: string): string {
  const standard = run.slice(0, LONGEST).replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  // A run of 4n+1 characters cannot be base64; its last one belongs to something else.
  return atob(standard.length % 4 === 1 ? standard.slice(0, -1) : standard);
}

/** Random bytes hit a short word now and then; an order is readable from end to end. */
function isOrder(decoded: string): boolean {
  if (!/^[\t\n\r -~]{16,}$/.test(decoded)) return false;
  const folded = foldText(decoded);
  return COMMANDS.test(folded) || ORDERS.some(order => order.test(folded));
}
