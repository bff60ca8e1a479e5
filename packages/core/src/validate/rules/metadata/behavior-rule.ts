import { type Behavior, OPERATION_GROUPS, type Operation, type ToolMetadata } from '../../../describe/index.ts';
import type { Offence, Rule } from '../../rule.ts';
import type { Subject } from '../../subject.ts';

type BehaviorRule = Omit<Rule, 'check'> & {
  /** The message for contradicting declarations, or undefined. */
  readonly contradiction: (behavior: Behavior, metadata: ToolMetadata<string>, subject: Subject) => string | undefined;
};

/** A rule about contradicting declarations. `strict: false` turns its error into a warning, never into silence. */
export function behaviorRule({ contradiction, ...rule }: BehaviorRule): Rule {
  return { ...rule, check: subject => check(subject, contradiction) };
}

function check(subject: Subject, contradiction: BehaviorRule['contradiction']): Offence[] {
  const { metadata } = subject;
  if (metadata?.behavior === undefined) return [];
  const message = contradiction(metadata.behavior, metadata, subject);
  if (message === undefined) return [];
  const pointer = subject.at.metadata.endsWith('/annotations')
    ? subject.at.metadata
    : `${subject.at.metadata}/behavior`;
  return [{ pointer, message, ...(metadata.strict === false ? { severity: 'warning' } : {}) }];
}

export function mutatingOperations(behavior: Behavior): readonly Operation[] {
  return (behavior.operations ?? []).filter(operation =>
    (OPERATION_GROUPS.mutating as readonly string[]).includes(operation),
  );
}

export function hasOperation(behavior: Behavior, operation: Operation): boolean {
  return behavior.operations?.includes(operation) ?? false;
}

export function onlyReads(behavior: Behavior): boolean {
  return (
    behavior.operations !== undefined &&
    behavior.operations.length > 0 &&
    behavior.operations.every(item => item === 'read')
  );
}
