import type { Severity } from '../base/index.ts';
import type { CodeEntry } from './rule.ts';
import { RULES } from './rules/index.ts';
import { PARAMETER_CODES } from './rules/semantic/parameter-schema.ts';
import { SCAN_CODES } from './scan-codes.ts';

const READING: readonly CodeEntry[] = [
  entry('json.too-large', 'The text exceeds the size limit.', 'Split it, or check that it is the right file.'),
  entry('json.encoding', 'The text is not UTF-8.', 'Save it as UTF-8.'),
  entry('json.byte-order-mark', 'The text starts with a byte order mark.', 'Save it as UTF-8 without one.'),
  entry('json.syntax', 'The text is not valid JSON.', 'Correct it at the given line and column.'),
  entry(
    'json.duplicate-key',
    'An object has a duplicate member.',
    'Remove one: parsers disagree about which one counts.',
  ),
  entry('json.lone-surrogate', 'An escape is half of a surrogate pair.', 'Write both halves, or the character.'),
  entry('json.non-finite', 'A number is NaN, infinite or out of range.', 'Write it as a string.'),
  entry('json.too-many-values', 'The text has too many values.', 'Split it, or check that it is the right file.'),
  entry('json.too-deep', 'Arrays and objects are nested too deeply.', 'Flatten the document.'),
  entry('input.unreadable', 'The file cannot be read.', 'Check its name and permissions.'),
  entry('input.internal-error', 'Toolmark failed on the file.', 'Report it. The other files were checked.'),
  entry(
    'input.unsupported-kind',
    'Unsupported kind of file.',
    'Pass tool documents, MCP tool lists or registry entries.',
  ),
];

const SHAPES: readonly CodeEntry[] = [
  entry('schema.type', 'A value has the wrong type.', 'Use the type named in the message.'),
  entry('schema.required', 'A required member is missing.', 'Add it.'),
  entry('schema.unknown-member', 'Unknown member.', 'Check its spelling, or use extensions. A warning in schema 1.0.'),
  entry('schema.enum', 'A value is not one of the allowed values.', 'Use one of those listed.'),
  entry('schema.const', 'A value is not the allowed value.', 'Use the value named in the message.'),
  entry('schema.pattern', 'A string does not match the pattern.', 'Match the pattern named in the message.'),
  entry('schema.format', 'A string is not a valid address, host name or time.', 'Correct it.'),
  entry('schema.length', 'A string or number is outside its limits.', 'Stay within the limit in the message.'),
  entry('schema.items', 'A list has too few items.', 'Add the missing items.'),
  entry('schema.duplicate-item', 'A list has a duplicate item.', 'Remove one.'),
  entry('schema.reserved-member', 'A member belongs elsewhere in the document.', 'Remove it here.'),
];

const OTHERS: readonly CodeEntry[] = [
  entry(
    'semantic.duplicate-name',
    'Two tools of one list have the same name.',
    'Rename one: clients can call only one.',
  ),
  entry('semantic.ambiguous', 'The file can be read as two kinds of tool list.', 'Keep only one of them.'),
  entry('semantic.too-many-findings', 'The report has too many findings.', 'Fix those listed, and check again.'),
  entry(
    'semantic.misaligned',
    'Rule set seed: capabilities and security settings do not match.',
    'Compare them with the table in tool-document.md.',
  ),
  entry('security.seed', 'Rule set seed: the security check fails.', 'The message is the original wording.'),
  entry(
    'security.seed-differs',
    'The seed rules reach another result for the security settings.',
    'No action is needed, unless others check the document with the seed rules.',
    'info',
  ),
  entry(
    'policy.waiver-expired',
    'A waiver has expired.',
    'Fix the finding, or renew the waiver with a reason.',
    'warning',
  ),
];

/** Entries of registries (docs/spec/interop.md). */
const SERVERS: readonly CodeEntry[] = [
  entry('server.old-format', 'The entry has the format of May 2025.', 'Publish it as a server.json of 2025-12-11.'),
  entry('server.name', 'The MCP Registry does not accept the name.', 'Use a name such as com.example/weather.'),
  entry('server.version', 'The version is "latest", a range, empty or too long.', 'Use one version such as 1.0.2.'),
  entry(
    'server.package-version',
    'A package does not identify its build.',
    'Add its version, the tag or digest of an image, or fileSha256 of an MCPB file.',
    'warning',
  ),
  entry('server.blank', 'The title is blank.', 'Remove it, or write one.'),
  entry('server.transport', 'A transport lacks its url, or must not have one.', 'Only stdio has no url.'),
  entry('server.argument', 'An argument is incomplete.', 'Name a named one; give a positional one a value or a hint.'),
  entry('server.url', 'An address is not public https.', 'Use a public https address.'),
  entry('server.variable', 'A URL uses an undeclared variable.', 'Declare it in variables.'),
  entry('server.large-integer', 'An integer is larger than 2^53.', 'Write it as a string: digests do not cover it.'),
  entry(
    'server.schema-version',
    'The entry names another schema than 2025-12-11.',
    'Check it against the current schema, and name that.',
    'warning',
  ),
  entry(
    'server.extension-key',
    'The key of an extension matches no package or remote of the server.',
    'Use the identifier of the package or the URL of the remote. An error if there are several and none matches.',
    'warning',
  ),
  entry(
    'server.extension-size',
    'Publisher-provided data exceeds the registry limit.',
    'Write it with a limit: a digest and a pointer replace the definitions. An error above the given limit.',
    'warning',
  ),
  entry(
    'server.tools-mismatch',
    'The lists tools and tool_definitions differ.',
    'Make them agree; definitions count.',
    'warning',
  ),
  entry('server.listed-name', 'ToolHive does not accept a name in tools.', 'Use tool_definitions for it.', 'warning'),
  entry('server.provided-twice', 'Publisher-provided data is in _meta and in meta.', 'Keep it in _meta only.'),
  entry(
    'server.meta-dropped',
    'The official registry drops a member of _meta.',
    'Use publisher-provided data.',
    'info',
  ),
];

/** Every code of a finding: the source of docs/spec/findings.md and of the rules in SARIF reports. */
export const CATALOGUE: readonly CodeEntry[] = [
  ...READING,
  ...SHAPES,
  ...OTHERS,
  ...SERVERS,
  ...PARAMETER_CODES,
  ...RULES,
  ...SCAN_CODES,
]
  .map(({ code, severity, title, advice }) => ({ code, severity, title, advice }))
  .toSorted((a, b) => (a.code < b.code ? -1 : 1));

const UNWAIVABLE = new Set(['scan.malformed', 'scan.too-many-findings']);

/** Codes that a waiver may name: rules, never broken input. */
export const WAIVABLE: ReadonlySet<string> = new Set(
  [...RULES, ...PARAMETER_CODES, ...SCAN_CODES].map(({ code }) => code).filter(code => !UNWAIVABLE.has(code)),
);

function entry(code: string, title: string, advice: string, severity: Severity = 'error'): CodeEntry {
  return { code, severity, title, advice };
}
