import { behaviorRule } from './behavior-rule.ts';

export const domainClosedWorld = behaviorRule({
  code: 'metadata.domain-closed-world',
  severity: 'error',
  title: 'The tool talks to a service, yet declares a closed world.',
  advice: 'Set open_world to true, or remove the service domains.',
  contradiction: (behavior, { classification }) =>
    behavior.open_world === false && (classification?.service_domains?.length ?? 0) > 0
      ? 'A service domain means that the tool reaches a service, but open_world is false.'
      : undefined,
});
