import { behaviorRule } from './behavior-rule.ts';

export const domainClosedWorld = behaviorRule({
  code: 'metadata.domain-closed-world',
  severity: 'error',
  title: 'The tool has service domains, but open_world is false.',
  advice: 'Set open_world to true, or remove the service domains.',
  contradiction: (behavior, { classification }) =>
    behavior.open_world === false && (classification?.service_domains?.length ?? 0) > 0
      ? 'The tool has service domains, but open_world is false.'
      : undefined,
});
