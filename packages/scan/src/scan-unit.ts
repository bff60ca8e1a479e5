import type { ScanContext } from './engine/kinds.ts';
import type { Found } from './found.ts';
import { type Fragment, findNamedFile } from './joined-texts.ts';
import { judge } from './judge.ts';
import { readText } from './scan-text.ts';
import type { Signal } from './signal.ts';
import { readName } from './spelled-names.ts';
import { DEEPEST, gatherTexts } from './surface/gather-texts.ts';
import type { Unit } from './surface/surface.ts';

interface PlacedSignal extends Signal {
  readonly pointer: string;
}

/** The result of a unit: findings, text that the rules cannot read, and text that may continue in the next unit. */
export interface UnitReading {
  readonly findings: readonly Found[];
  readonly unread: Found | undefined;
  readonly fragments: readonly Fragment[];
}

/** Scans one tool, prompt or other unit, and combines its signals. */
export function scanUnit(unit: Unit, context: ScanContext): UnitReading {
  const { texts, isCut } = gatherTexts(unit.value, unit.pointer);
  const found: Found[] = isCut ? [tooDeep(unit)] : [];
  const signals: PlacedSignal[] = [];
  const fragments: Fragment[] = [];
  let unread: Found | undefined;
  for (const { text, pointer, isName } of texts) {
    if (isName || PLAIN_NAME.test(text)) for (const signal of readName(text)) signals.push({ ...signal, pointer });
    if (isName && PLAIN_NAME.test(text)) continue;
    const reading = readText(text, context);
    for (const { says, ...one } of reading.findings) found.push({ ...one, message: says, pointer });
    for (const signal of reading.signals) signals.push({ ...signal, pointer });
    if (!PLAIN_NAME.test(text)) fragments.push({ text, pointer, ...reading });
    if (unread === undefined && reading.unread !== undefined) unread = unreadText(reading.unread, pointer);
  }
  for (const { code, tier, says, evidence, pointer } of onePerPlace(judge(signals)))
    found.push({ code, tier, message: says, evidence, pointer });
  for (const one of findNamedFile(fragments)) found.push(one);
  const tool = unit.tool === undefined ? {} : { tool: unit.tool };
  return { findings: found.map(one => ({ ...one, ...tool })), unread: unread && { ...unread, ...tool }, fragments };
}

/** A name of letters and digits. Longer names may spell an instruction. */
const PLAIN_NAME = /^[\w$.-]{1,64}$/;

/** Keeps one finding per code and text. */
function onePerPlace<T extends { readonly code: string; readonly pointer: string; readonly tier: string }>(
  found: readonly T[],
): T[] {
  const kept = new Map<string, T>();
  for (const one of found) {
    const key = `${one.code} ${one.pointer}`;
    if (!kept.has(key) || one.tier === 'block') kept.set(key, one);
  }
  return [...kept.values()];
}

function unreadText(evidence: string, pointer: string): Found {
  return { code: 'scan.unread-text', tier: 'review', message: 'Text the rules cannot read', evidence, pointer };
}

function tooDeep({ pointer }: Unit): Found {
  const message = `Nested deeper than ${DEEPEST} levels; deeper levels were not read.`;
  return { code: 'scan.malformed', tier: 'block', pointer, message };
}
