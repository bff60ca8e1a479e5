import type { Rule } from '../../rule.ts';

export const schemaVersionKnown: Rule = {
  code: 'semantic.schema-version',
  severity: 'error',
  title: 'The schema version is unknown.',
  advice: 'Use "1.1", or "1.0" for the original format. A later 1.x is read as 1.1, with a warning.',
  check({ schemaVersion }) {
    if (schemaVersion === undefined || schemaVersion === '1.0' || schemaVersion === '1.1') return [];
    const isLaterMinor = /^1\.[1-9]\d*$/.test(schemaVersion);
    return [
      {
        pointer: '/schema_version',
        message: `The schema version ${schemaVersion} is unknown${isLaterMinor ? '; it is read as 1.1' : ''}.`,
        ...(isLaterMinor ? { severity: 'warning' } : {}),
      },
    ];
  },
};
