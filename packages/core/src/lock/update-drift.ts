import type { JsonObject } from '../base/index.ts';
import type { Change, ChangeType } from './change.ts';
import { type SeverityColumn, severityOf } from './severity-table.ts';
import type { Coverage, Rollback, SignedUpdate, UpdateJudgement } from './update.ts';

/** The drift of a server once its attestations are judged. */
export interface JudgedDrift {
  /** What counts: with a signed update, that and all it does not cover. */
  readonly changes: readonly Change[];
  /** What the publisher attested. */
  readonly covered: readonly Change[];
}

/** Puts a signed update in place of the changes that it covers, or a rollback before all changes. */
export function withUpdate(
  changes: readonly Change[],
  judgement: UpdateJudgement,
  column: SeverityColumn = 'toolmark',
): JudgedDrift {
  if (judgement.outcome === 'none') return { changes, covered: [] };
  if (judgement.outcome === 'rollback')
    return { changes: [rollbackChange(judgement, column), ...changes], covered: [] };
  const isCovered = (change: Change): boolean => isCoveredBy(judgement.covers, change);
  const covered = changes.filter(isCovered);
  if (covered.length === 0) return { changes, covered };
  return { changes: [updateChange(judgement, column), ...changes.filter(change => !isCovered(change))], covered };
}

/** Closed lists: a kind of change that is not named here stays drift. */
const SURFACE: ReadonlySet<ChangeType> = new Set([
  ...(['tool', 'prompt', 'resource', 'template'] as const).flatMap(
    word => [`${word}_added`, `${word}_removed`, `${word}_changed`] as const,
  ),
  'risk_level_changed',
  'instructions_changed',
]);
const DEPENDENCIES: ReadonlySet<ChangeType> = new Set([
  'dependency_added',
  'dependency_removed',
  'dependency_changed',
  'install_script_added',
]);

function isCoveredBy(covers: Coverage, { type, row, pointer }: Change): boolean {
  if (SURFACE.has(type)) return true;
  if (DEPENDENCIES.has(type)) return covers.package && covers.dependencies;
  if (row === 'package.files') return covers.package;
  if (row !== 'package.changed' || !covers.package) return false;
  if (pointer === '/package/version' || pointer === '/package/integrity') return true;
  if (pointer === '/package/bin') return covers.program;
  return pointer === '/package/tree' && covers.dependencies;
}

function updateChange(update: SignedUpdate, column: SeverityColumn): Change {
  const { before, version, package: of, bundle, by } = update;
  return {
    type: 'signed_update',
    severity: severityOf('update.signed', column),
    class: 'changed',
    row: 'update.signed',
    pointer: '/attested',
    ...(before === undefined ? {} : { before: { version: before } }),
    after: { version, package: of, bundle, by: { ...by } as JsonObject },
  };
}

function rollbackChange({ version, newest, bundle }: Rollback, column: SeverityColumn): Change {
  return {
    type: 'rollback',
    severity: severityOf('update.rollback', column),
    class: 'lowered',
    row: 'update.rollback',
    pointer: '/attested',
    before: { version: newest },
    after: { version, ...(bundle === undefined ? {} : { bundle }) },
  };
}
