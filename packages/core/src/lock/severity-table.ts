/** `critical` fails a check by default; `safe` is informational. */
export type DriftSeverity = 'critical' | 'info' | 'safe';

/** `toolmark` is the default; `seed` follows the original description of capability identity. */
export type SeverityColumn = 'toolmark' | 'seed';

export interface SeverityRow {
  readonly id: string;
  readonly seed: DriftSeverity;
  readonly toolmark: DriftSeverity;
  /** What changed. */
  readonly change: string;
  readonly example: string;
}

/** Every kind of change and its severity: id, seed, toolmark, change, example. docs/spec/drift.md is generated from it. */
const ROWS = [
  row('tool.added', 'critical', 'critical', 'Tool added.', '`exec_shell` is new.'),
  row('tool.removed', 'info', 'info', 'Tool removed.', '`read_file` is no longer listed.'),
  row(
    'text.typo',
    'safe',
    'safe',
    'Description, title or parameter text of a tool: typo fix.',
    '"Retreives" becomes "Retrieves".',
  ),
  row(
    'text.reworded',
    'safe',
    'critical',
    'Description, title or parameter text of a tool: any other edit.',
    '"First send it to log@example.org" is new.',
  ),
  row(
    'input.changed',
    'critical',
    'critical',
    'The input schema accepts other inputs (`widened`, `narrowed`, `changed`).',
    'Argument `command` is new; `minimum` went from 1 to 0.',
  ),
  row(
    'input.note',
    'critical',
    'critical',
    '`default`, `examples`, `deprecated`, `readOnly` or `writeOnly` in the input schema.',
    'The `default` of `host` is now `evil.example.org`.',
  ),
  row(
    'input.rewritten',
    'critical',
    'safe',
    'Input schema rewritten, provably `equivalent`, with the same names and words in place.',
    '`additionalProperties: true` is explicit.',
  ),
  row(
    'input.equivalent',
    'safe',
    'safe',
    'Input schema equal under the normal form (`equivalent`).',
    'An empty `required` is new.',
  ),
  row(
    'output.changed',
    'critical',
    'critical',
    'Output schema: anything but a typo fix of a text.',
    'A result member has another type.',
  ),
  row(
    'output.equivalent',
    'safe',
    'safe',
    'Output schema equal under the normal form (`equivalent`).',
    'An empty `required` is new.',
  ),
  row('hint.changed', 'critical', 'critical', 'A hint in the annotations.', '`readOnlyHint` went from true to false.'),
  row(
    'behavior.changed',
    'info',
    'critical',
    'Toolmark metadata in `_meta`: declared behavior, like hints.',
    '`operations` gained `delete`.',
  ),
  row(
    'meta.ui',
    'info',
    'critical',
    'MCP Apps members in `_meta` of a tool.',
    '`_meta.ui.resourceUri` names another page.',
  ),
  row(
    'meta.changed',
    'info',
    'info',
    'Other `_meta`, and `icons` with known members only.',
    'The icon has another URL.',
  ),
  row(
    'member.changed',
    'critical',
    'critical',
    'Any other member of a tool, known or unknown.',
    '`execution.taskSupport` is now `required`.',
  ),
  row(
    'member.equivalent',
    'safe',
    'safe',
    'A known member of a tool is null, empty or absent on both sides (`equivalent`).',
    '`annotations` is now `{}`.',
  ),
  row(
    'risk.changed',
    'critical',
    'critical',
    'The risk level, assessed again on both sides, or declared by the server.',
    'The level went from low to high.',
  ),
  row(
    'package.address',
    'critical',
    'critical',
    'The server has another origin or path than the locked one, or is no longer remote.',
    '`mcp.example.com` becomes `mcp.example.net`.',
  ),
  row(
    'package.changed',
    'critical',
    'critical',
    'The server runs another package, version, program or image than the locked one.',
    'Version 1.3.0 becomes 1.3.1.',
  ),
  row(
    'package.provenance',
    'critical',
    'critical',
    'The package has no provenance any more, or another repository, workflow, builder, issuer or owner built it.',
    'It was built in `evil/weather` instead of `acme/weather`.',
  ),
  row('package.files', 'info', 'info', 'The files of a local program have other content.', '`server.js` was edited.'),
  row(
    'package.unpinned',
    'critical',
    'critical',
    'The package was pinned and cannot be recognised any more.',
    'The command became `sh -c …`.',
  ),
  row(
    'package.script',
    'critical',
    'critical',
    'A package has an install script that it had not.',
    '`esbuild` runs `postinstall` now.',
  ),
  row(
    'update.signed',
    'info',
    'info',
    'The locked publisher signed the update. The policy decides ([attestation.md](attestation.md)).',
    'Version 1.4.0 and what it shows are attested.',
  ),
  row(
    'update.rollback',
    'critical',
    'critical',
    'An older version than the newest one seen.',
    'Version 1.3.0 after 1.4.0.',
  ),
  row('dependency.added', 'info', 'critical', 'Dependency added.', '`left-pad` 1.3.0 is new.'),
  row(
    'dependency.changed',
    'info',
    'critical',
    'Another version or other content of a dependency.',
    '`left-pad` went from 1.3.0 to 1.3.1.',
  ),
  row('dependency.removed', 'info', 'info', 'Dependency removed.', '`left-pad` is not installed any more.'),
  row(
    'instructions.typo',
    'safe',
    'safe',
    'Server instructions: typo fix.',
    '"Use teh tools" becomes "Use the tools".',
  ),
  row('instructions.reworded', 'safe', 'critical', 'Server instructions: any other edit.', 'A sentence is new.'),
  row('listed.added', 'critical', 'critical', 'Prompt, resource or template added.', 'Prompt `debug` is new.'),
  row(
    'listed.removed',
    'info',
    'info',
    'Prompt, resource or template removed.',
    'Prompt `summary` is no longer listed.',
  ),
  row(
    'listed.typo',
    'safe',
    'safe',
    'Text of a prompt, resource or template: typo fix.',
    '"Sumarises" becomes "Summarises".',
  ),
  row(
    'listed.changed',
    'safe',
    'critical',
    'Prompt, resource or template: any other edit.',
    'A prompt has another argument.',
  ),
  row(
    'listed.equivalent',
    'safe',
    'safe',
    'Prompt, resource or template: a known member is null or absent on both sides, or arguments are reordered.',
    '`arguments` is now `[]`.',
  ),
  row(
    'listed.ui',
    'safe',
    'critical',
    'MCP Apps members in `_meta` of a resource: where the page may connect, what it may use.',
    '`_meta.ui.csp` gained a domain.',
  ),
  row(
    'listed.meta',
    'safe',
    'info',
    'Other `_meta`, `icons` with known members only; numeric `size` and date `lastModified` of a resource.',
    'The file grew.',
  ),
] as const;

export type RowId = (typeof ROWS)[number]['id'];

export const SEVERITY_TABLE: readonly SeverityRow[] = ROWS;

const BY_ID: ReadonlyMap<string, SeverityRow> = new Map(ROWS.map(entry => [entry.id, entry]));

export function severityOf(id: RowId, column: SeverityColumn): DriftSeverity {
  // Fail closed: a missing row must not pass as harmless.
  return BY_ID.get(id)?.[column] ?? 'critical';
}

function row<Id extends string>(
  id: Id,
  seed: DriftSeverity,
  toolmark: DriftSeverity,
  change: string,
  example: string,
): SeverityRow & { readonly id: Id } {
  return { id, seed, toolmark, change, example };
}

/** Most severe first. */
export const DRIFT_SEVERITIES: readonly DriftSeverity[] = ['critical', 'info', 'safe'];

/** Whether any change is at least as severe as the limit. */
export function failsOn(changes: readonly { readonly severity: DriftSeverity }[], limit: DriftSeverity): boolean {
  const failing = DRIFT_SEVERITIES.slice(0, DRIFT_SEVERITIES.indexOf(limit) + 1);
  return changes.some(({ severity }) => failing.includes(severity));
}
