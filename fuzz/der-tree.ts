import { readChildren, readElement, writeElement } from '../packages/core/src/sign/der.ts';

/** An element of DER that can be changed and written again, with the lengths around it made right. */
export interface DerNode {
  tag: number;
  /** Of a primitive element, or of one that is written as it is. */
  content: Uint8Array;
  children: DerNode[] | undefined;
  /** How the length is written; the shortest way unless said otherwise. */
  length?: 'long' | 'indefinite';
}

const CONSTRUCTED = 0x20;

/** The tree of one element; undefined where it is not DER. */
export function readTree(der: Uint8Array): DerNode | undefined {
  const element = readElement(der, 0);
  if (element === undefined || element.end !== der.length) return undefined;
  const content = der.slice(element.start, element.end);
  if ((element.tag & CONSTRUCTED) === 0) return { tag: element.tag, content, children: undefined };
  const children = (readChildren(der, element) ?? []).map(child => readTree(der.slice(child.at, child.end)));
  if (children.some(child => child === undefined)) return { tag: element.tag, content, children: undefined };
  return { tag: element.tag, content, children: children.flatMap(child => child ?? []) };
}

export function writeTree({ tag, content, children, length }: DerNode): Uint8Array {
  const inside = children === undefined ? content : Uint8Array.from(children.flatMap(child => [...writeTree(child)]));
  if (length === 'indefinite') return Uint8Array.of(tag, 0x80, ...inside, 0, 0);
  if (length === 'long')
    return Uint8Array.of(tag, 0x83, inside.length >> 16, inside.length >> 8, inside.length, ...inside);
  return writeElement(tag, inside);
}

/** Every element of a tree, the outermost first. */
export function nodesOf(node: DerNode): DerNode[] {
  return [node, ...(node.children ?? []).flatMap(nodesOf)];
}
