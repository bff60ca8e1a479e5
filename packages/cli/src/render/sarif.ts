import { type Finding, inert, quoteInert } from '@toolmark/core';
import type { Position } from '@toolmark/core/json';
import { CATALOGUE, type CodeEntry } from '@toolmark/core/validate';

export type SarifRule = Pick<CodeEntry, 'code' | 'severity' | 'title' | 'advice'>;

/** One finding in one file, with its place in the text where that is known. */
export interface PlacedFinding {
  readonly file: string;
  readonly finding: Finding;
  readonly position: Position | undefined;
}

/** A source that gave no results because it could not be read. */
interface UnreadSource {
  readonly server: string;
  readonly code: string;
  readonly message: string;
}

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/** A SARIF 2.1.0 log. Only rules that have results are listed, so that equal findings give equal bytes. */
export function toSarif(
  found: readonly PlacedFinding[],
  version: string,
  rules: readonly SarifRule[] = CATALOGUE,
  unread: readonly UnreadSource[] = [],
): object {
  const used = new Set(found.map(({ finding }) => finding.code));
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'toolmark', version, rules: rules.filter(({ code }) => used.has(code)).map(toRule) },
        },
        columnKind: 'unicodeCodePoints',
        ...(unread.length === 0 ? {} : { invocations: [toFailure(unread)] }),
        results: found.map(toResult),
      },
    ],
  };
}

/** An empty run would pass for a clean one. */
function toFailure(unread: readonly UnreadSource[]): object {
  return {
    executionSuccessful: false,
    toolExecutionNotifications: unread.map(({ server, code, message }) => ({
      descriptor: { id: code },
      level: 'error',
      message: { text: `${quoteInert(server)} was not read. ${inert(message)}` },
    })),
  };
}

function toRule({ code, severity, title, advice }: SarifRule): object {
  return {
    id: code,
    shortDescription: { text: title },
    help: { text: advice },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function toResult({ file, finding, position }: PlacedFinding): object {
  return {
    ruleId: finding.code,
    level: LEVELS[finding.severity],
    message: { text: finding.message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          ...(position === undefined ? {} : { region: { startLine: position.line, startColumn: position.column } }),
        },
        logicalLocations: [
          { fullyQualifiedName: finding.pointer, ...(finding.tool === undefined ? {} : { name: finding.tool }) },
        ],
      },
    ],
    ...(finding.waived === undefined
      ? {}
      : { suppressions: [{ kind: 'external', justification: finding.waived.reason }] }),
  };
}

function uriOf(file: string): string {
  if (file === '-') return 'stdin';
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
