/** A run of text that both versions share, or that only one of them has. */
export interface WordDiffPart {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly text: string;
}

/** More edits than this are not worth following: the middle is shown as replaced. The work grows with its square. */
const MAX_EDITS = 400;
const MAX_TOKENS = 50_000;

/**
 * The difference of two texts in words, for reading. Kept and removed parts make the old text, kept and added ones the
 * new. Within a limit of edits it is a shortest one (Myers, "An O(ND) Difference Algorithm", 1986).
 */
export function wordDiff(before: string, after: string): WordDiffPart[] {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const head = commonLength(old, now, i => i);
  const tail = Math.min(
    commonLength(old, now, (i, list) => list.length - 1 - i),
    Math.min(old.length, now.length) - head,
  );
  const middle = diffMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  return join([
    { kind: 'kept', text: old.slice(0, head).join('') },
    ...middle,
    { kind: 'kept', text: old.slice(old.length - tail).join('') },
  ]);
}

/** Words, runs of spaces, and every other character by itself. */
function tokensOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]{1,200}|[ \t]{1,200}|\r\n|[\s\S]/gu) ?? [];
}

function commonLength(
  a: readonly string[],
  b: readonly string[],
  at: (i: number, list: readonly string[]) => number,
): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[at(length, a)] === b[at(length, b)]) length++;
  return length;
}

function diffMiddle(old: readonly string[], now: readonly string[]): WordDiffPart[] {
  const replaced: WordDiffPart[] = [
    { kind: 'removed', text: old.join('') },
    { kind: 'added', text: now.join('') },
  ];
  if (old.length === 0 || now.length === 0 || old.length + now.length > MAX_TOKENS) return replaced;
  const rounds = searchEdits(old, now);
  return rounds === undefined ? replaced : retrace(old, now, rounds);
}

/** How far into the old text each diagonal reaches after 0, 1, 2 … edits; nothing when the limit is met. */
function searchEdits(old: readonly string[], now: readonly string[]): Int32Array[] | undefined {
  const rounds: Int32Array[] = [];
  let reach = new Int32Array(3);
  for (let edits = 0; edits <= MAX_EDITS; edits++) {
    const next = new Int32Array(2 * edits + 3);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = edits === 0 ? 0 : stepFrom(reach, edits, diagonal).x;
      let y = x - diagonal;
      while (x < old.length && y < now.length && old[x] === now[y]) {
        x++;
        y++;
      }
      next[diagonal + edits + 1] = x;
      if (x >= old.length && y >= now.length) return [...rounds, next];
    }
    rounds.push(next);
    reach = next;
  }
  return undefined;
}

/** From which neighbour a diagonal is reached best, and how far that gets. `reach` is the round before `edits`. */
function stepFrom(reach: Int32Array, edits: number, diagonal: number): { x: number; isAddition: boolean } {
  const at = (k: number): number => reach[k + edits] ?? 0;
  const isAddition = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
  return { x: isAddition ? at(diagonal + 1) : at(diagonal - 1) + 1, isAddition };
}

function retrace(old: readonly string[], now: readonly string[], rounds: readonly Int32Array[]): WordDiffPart[] {
  const parts: WordDiffPart[] = [];
  let [x, y] = [old.length, now.length];
  for (const [before, reach] of [...rounds.slice(0, -1).entries()].reverse()) {
    const { x: from, isAddition } = stepFrom(reach, before + 1, x - y);
    const start = from - (x - y);
    parts.push({ kind: 'kept', text: old.slice(from, x).join('') });
    parts.push(
      isAddition
        ? { kind: 'added', text: now.slice(start - 1, start).join('') }
        : { kind: 'removed', text: old.slice(from - 1, from).join('') },
    );
    [x, y] = isAddition ? [from, start - 1] : [from - 1, start];
  }
  return [...parts, { kind: 'kept' as const, text: old.slice(0, x).join('') }].reverse();
}

/** Joins adjacent edits: between two kept parts, removed text precedes added text. */
function join(parts: readonly WordDiffPart[]): WordDiffPart[] {
  const joined: WordDiffPart[] = [];
  let [removed, added] = ['', ''];
  const flush = (): void => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    if (added !== '') joined.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const { kind, text } of parts) {
    if (text === '') continue;
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      flush();
      joined.push({ kind, text });
    }
  }
  flush();
  return joined;
}
