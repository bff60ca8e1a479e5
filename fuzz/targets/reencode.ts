import {
  readChildren,
  readEcdsaDer,
  readElement,
  writeEcdsaDer,
  writeElement,
} from '../../packages/core/src/sign/der.ts';

/** A DER element that can be changed and encoded again with matching outer lengths. */
interface DerNode {
  tag: number;
  content: Uint8Array;
  children: DerNode[] | undefined;
  /** How the length is encoded; the shortest form by default. */
  length?: 'long' | 'indefinite';
}

type Step = (node: DerNode, value: number) => Partial<DerNode>;

const [BOOLEAN, INTEGER, BIT_STRING, NULL, ENUMERATED] = [0x01, 0x02, 0x03, 0x05, 0x0a];
const STRINGS = [0x0c, 0x13, 0x14, 0x16, 0x1e];

/** Changes of one element of a certificate or CRL. None of them needs a key. */
const STEPS: readonly Step[] = [
  only([BIT_STRING], negateS),
  () => ({ length: 'long' }),
  () => ({ length: 'indefinite' }),
  only([BIT_STRING], ({ content }, value) => ({ content: Uint8Array.of(value & 7, ...content.subarray(1)) })),
  only([INTEGER, ENUMERATED], ({ content }, value) => ({ content: Uint8Array.of(value & 1 ? 0xff : 0, ...content) })),
  only(STRINGS, ({ tag }, value) => ({ tag: STRINGS[value % STRINGS.length] ?? tag })),
  only(STRINGS, ({ content }, value) => ({ content: withByte(content, value, byte => byte ^ 0x20) })),
  ({ children }, value) => ({
    children: children?.concat({ tag: NULL, content: new Uint8Array(value % 3), children: undefined }),
  }),
  ({ children }) => ({ children: children?.slice(0, -1) }),
  ({ children }) => ({ children: children?.flatMap((child, index) => (index === 0 ? [child, child] : [child])) }),
  ({ children }) => ({ children: children?.toReversed() }),
  only([BOOLEAN], (_, value) => ({ content: Uint8Array.of(value) })),
  ({ content }, value) => ({ content: withByte(content, value, byte => byte + 1) }),
  (_, value) => ({ tag: value }),
  only([BIT_STRING], compressPoint),
];

/** Each step takes three input bytes: the step, the element and a value. */
const STEP_BYTES = 3;

/** Re-encodes a certificate or CRL as the input bytes say. */
export function reencode(der: Uint8Array, input: Uint8Array): Uint8Array {
  const tree = readTree(der);
  if (tree === undefined) return der;
  for (let at = 0; at + STEP_BYTES <= input.length && at < 24 * STEP_BYTES; at += STEP_BYTES) {
    const [which = 0, where = 0, value = 0] = input.subarray(at, at + STEP_BYTES);
    const nodes = nodesOf(tree);
    const node = nodes[nodes.length - 1 - (where % nodes.length)];
    if (node !== undefined) Object.assign(node, STEPS[which % STEPS.length]?.(node, value));
  }
  return writeTree(tree);
}

/** Every step on each of the last four elements, which hold the signature. */
export const REENCODINGS: readonly Uint8Array[] = STEPS.flatMap((_, which) =>
  [0, 1, 2, 3].map(where => Uint8Array.of(which, where, which + where)),
);

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** (r, n − s) on P-256, where the authorities of the vectors have their keys. */
function negateS({ content }: DerNode): Partial<DerNode> {
  const numbers = readEcdsaDer(content.subarray(1));
  if (numbers === undefined || numbers.s >= ORDER) return {};
  return { content: Uint8Array.of(0, ...writeEcdsaDer({ r: numbers.r, s: ORDER - numbers.s })) };
}

const UNCOMPRESSED = 4;

function compressPoint({ content }: DerNode): Partial<DerNode> {
  const point = content.subarray(1);
  if (point[0] !== UNCOMPRESSED) return {};
  const isOdd = ((point.at(-1) ?? 0) & 1) === 1;
  return { content: Uint8Array.of(0, isOdd ? 3 : 2, ...point.subarray(1, (point.length + 1) / 2)) };
}

function only(tags: readonly number[], step: Step): Step {
  return (node, value) => (tags.includes(node.tag) ? step(node, value) : {});
}

function withByte(content: Uint8Array, value: number, change: (byte: number) => number): Uint8Array {
  const at = content.length === 0 ? 0 : value % content.length;
  return content.map((byte, index) => (index === at ? change(byte) : byte));
}

const CONSTRUCTED = 0x20;

function readTree(der: Uint8Array): DerNode | undefined {
  const element = readElement(der, 0);
  if (element === undefined || element.end !== der.length) return undefined;
  const { tag } = element;
  const content = der.slice(element.start, element.end);
  if ((tag & CONSTRUCTED) === 0) return { tag, content, children: undefined };
  const children = (readChildren(der, element) ?? []).map(child => readTree(der.slice(child.at, child.end)));
  const isComplete = children.every(child => child !== undefined);
  return { tag, content, children: isComplete ? children.flatMap(child => child ?? []) : undefined };
}

function writeTree({ tag, content, children, length }: DerNode): Uint8Array {
  const inside = children === undefined ? content : Uint8Array.from(children.flatMap(child => [...writeTree(child)]));
  if (length === 'indefinite') return Uint8Array.of(tag, 0x80, ...inside, 0, 0);
  if (length === 'long')
    return Uint8Array.of(tag, 0x83, inside.length >> 16, inside.length >> 8, inside.length, ...inside);
  return writeElement(tag, inside);
}

/** All elements of a tree, outermost first. */
function nodesOf(node: DerNode): DerNode[] {
  return [node, ...(node.children ?? []).flatMap(nodesOf)];
}
