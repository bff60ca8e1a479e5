import type { ScanContext } from './engine/kinds.ts';
import { matchRules } from './engine/match-rules.ts';
import type { Found } from './found.ts';
import { DEMANDS_FILE } from './judge.ts';
import type { Edges } from './scan-text.ts';
import type { Signal } from './signal.ts';

/** The parts of a text that may continue in the next one. */
export interface Fragment {
  readonly pointer: string;
  readonly text: string;
  readonly edges: Edges;
  readonly signals: readonly Signal[];
}

/** How many tokens of each text are joined. */
const REACH = 24;

/** Finds instructions split over two texts: the last sentence of one and the first of the next. */
export function findSplitOrders(fragments: readonly Fragment[], context: ScanContext): Found[] {
  return fragments.flatMap((fragment, i) => {
    const next = fragments[i + 1];
    if (next === undefined || /[.!?:]\s*$/.test(fragment.text)) return [];
    const tail = fragment.edges.last.slice(-REACH);
    const head = next.edges.first.slice(0, REACH);
    if (tail.length < 2 || head.length < 2) return [];
    const hit = matchRules([[...tail, ...head]], context).find(
      ({ strength, first, last }) => strength === 'block' && first < tail.length && last >= tail.length,
    );
    if (hit === undefined) return [];
    const evidence = [...tail, ...head]
      .slice(hit.first, hit.last + 1)
      .map(({ text }) => text)
      .join(' ');
    return [
      {
        code: `scan.${hit.rule.code}`,
        tier: 'block',
        pointer: fragment.pointer,
        message: 'Instructions split over two texts',
        evidence,
      },
    ];
  });
}

/** Finds an instruction to read a file in one field and the path of a secret in another. */
export function findNamedFile(fragments: readonly Fragment[]): Found[] {
  const place = fragments.find(
    ({ edges: { count, first } }) =>
      count === 1 && first.length <= 6 && first.some(({ kind }) => kind === 'secret-path'),
  );
  if (place === undefined) return [];
  const demand = fragments.flatMap(({ signals }) => signals).find(({ hit }) => hit.rule.id === DEMANDS_FILE);
  if (demand === undefined) return [];
  const message = 'Place of secrets, and another field demands a file';
  return [
    {
      code: 'scan.exfiltration',
      tier: 'review',
      pointer: place.pointer,
      message,
      evidence: `${demand.evidence} … ${place.text}`,
    },
  ];
}
