import type { CodeEntry } from './rule.ts';
import { RULES } from './rules/index.ts';
import { PARAMETER_CODES } from './rules/semantic/parameter-schema.ts';
import { SCAN_CODES } from './scan-codes.ts';

const DOORS: readonly CodeEntry[] = [
  entry('json.too-large', 'The text is larger than the limit.', 'Split it, or check that it is the right file.'),
  entry('json.encoding', 'The text is not UTF-8.', 'Save it as UTF-8.'),
  entry('json.byte-order-mark', 'The text starts with a byte order mark.', 'Save it as UTF-8 without a mark.'),
  entry('json.syntax', 'The text is not JSON.', 'Correct it at the line and column given.'),
  entry(
    'json.duplicate-key',
    'An object has the same member name twice.',
    'Remove one: readers disagree about which counts.',
  ),
  entry('json.lone-surrogate', 'An escape names half a character.', 'Write both halves, or the character itself.'),
  entry('json.non-finite', 'A number is NaN, infinite or too large for any reader.', 'Write it as a string.'),
  entry(
    'json.too-many-values',
    'The text holds more values than any honest one.',
    'Split it, or check that it is the right file.',
  ),
  entry('json.too-deep', 'Arrays and objects are nested too deeply.', 'Flatten the document.'),
  entry('input.unreadable', 'The file cannot be read.', 'Check its name and permissions.'),
  entry(
    'input.internal-error',
    'Toolmark itself failed on the file.',
    'Report it, with the file if you can; the other files were still checked.',
  ),
  entry(
    'input.unsupported-kind',
    'The file is of a kind that the command does not take.',
    'Pass tool documents, MCP tool lists or entries of registries.',
  ),
];

const SHAPES: readonly CodeEntry[] = [
  entry('schema.type', 'A value has the wrong type.', 'Write the type named in the message.'),
  entry('schema.required', 'A member is missing.', 'Add it.'),
  entry(
    'schema.unknown-member',
    'A member is not known here.',
    'Check its spelling; in schema 1.1, use extensions. A warning in schema 1.0.',
  ),
  entry('schema.enum', 'A value is not one of the words allowed.', 'Use one of those listed.'),
  entry('schema.const', 'A value is not the one allowed.', 'Write the value named in the message.'),
  entry('schema.pattern', 'A text does not have the form required.', 'Match the pattern named in the message.'),
  entry('schema.format', 'A text is not a valid address, host name or time.', 'Correct it.'),
  entry('schema.length', 'A text or number is outside its limits.', 'Keep within the limit named.'),
  entry('schema.items', 'A list has too few items.', 'Add what is missing.'),
  entry('schema.duplicate-item', 'A list has the same item twice.', 'Remove one.'),
  entry('schema.reserved-member', 'A member belongs elsewhere in the document.', 'Remove it here.'),
];

const OTHERS: readonly CodeEntry[] = [
  entry(
    'semantic.duplicate-name',
    'Two tools of one list have the same name.',
    'Rename one: a client can call only one of them.',
  ),
  entry(
    'semantic.ambiguous',
    'The file can be read as two things that hold tools.',
    'Leave one of them: programs would look at different tools.',
  ),
  entry(
    'semantic.too-many-findings',
    'There are more findings than a report shows.',
    'Mend those shown, and check again.',
  ),
  entry(
    'semantic.misaligned',
    'Rule set seed: capabilities and security settings do not fit together.',
    'Compare them with the table in tool-document.md.',
  ),
  entry(
    'security.seed',
    'Rule set seed: the original security check refuses the document.',
    'The message is the original wording.',
  ),
  {
    code: 'security.seed-differs',
    severity: 'info',
    title: 'The original rules judge the security settings otherwise.',
    advice: 'Nothing to do, unless others check the document with the original rules.',
  },
  {
    code: 'policy.waiver-expired',
    severity: 'warning',
    title: 'A waiver in the policy is no longer in force.',
    advice: 'Mend what it excused, or renew it with a reason.',
  },
];

/** Entries of registries (docs/spec/interop.md). */
const SERVERS: readonly CodeEntry[] = [
  entry('server.old-format', 'The entry has the form of May 2025.', 'Publish it anew as a server.json of 2025-12-11.'),
  entry('server.name', 'The name is not one that the MCP Registry takes.', 'Write it as com.example/weather.'),
  entry('server.version', 'The version is "latest", a range, empty or too long.', 'Write one version such as 1.0.2.'),
  {
    code: 'server.package-version',
    severity: 'warning',
    title: 'A package does not say which build it is.',
    advice: 'Write its version, the tag or digest of an image, or fileSha256 of an MCPB file.',
  },
  entry('server.blank', 'The title is blank.', 'Leave it out, or write one.'),
  entry(
    'server.transport',
    'A transport has a url that it must not have, or lacks one.',
    'stdio has none; the others have one.',
  ),
  entry(
    'server.argument',
    'An argument lacks what its type asks for.',
    'Name a named one; give a positional one a value or a hint.',
  ),
  entry('server.url', 'An address is not https, or points to the machine of its user.', 'Use a public https address.'),
  entry('server.variable', 'A URL uses a variable that is not declared.', 'Declare it in variables.'),
  entry('server.large-integer', 'An integer is beyond 2^53.', 'Write it as a string: no digest covers it as it is.'),
  {
    code: 'server.schema-version',
    severity: 'warning',
    title: 'The entry was written for another schema than 2025-12-11.',
    advice: 'Check it against the current schema, and name that.',
  },
  {
    code: 'server.extension-key',
    severity: 'warning',
    title: 'An extension is keyed by no package or remote of the server.',
    advice:
      'Use the identifier of the package or the URL of the remote. An error where there are several and none matches.',
  },
  {
    code: 'server.extension-size',
    severity: 'warning',
    title: 'Publisher-provided data is larger than a registry takes.',
    advice:
      'Write it with a limit: a digest and a pointer take the place of definitions. An error beyond the limit in force.',
  },
  {
    code: 'server.tools-mismatch',
    severity: 'warning',
    title: 'tools and tool_definitions name different tools.',
    advice: 'Make them agree; the definitions count.',
  },
  {
    code: 'server.listed-name',
    severity: 'warning',
    title: 'A name in tools is not one that ToolHive takes there.',
    advice: 'Leave it to tool_definitions.',
  },
  {
    code: 'server.provided-twice',
    severity: 'error',
    title: 'Publisher-provided data is in _meta and in meta.',
    advice: 'Keep it in _meta alone.',
  },
  {
    code: 'server.meta-dropped',
    severity: 'info',
    title: 'A member of _meta is not publisher-provided data.',
    advice: 'Expect the official registry to drop it.',
  },
];

/** Every code a finding can carry: what docs/spec/findings.md and the rules of a SARIF report are made from. */
export const CATALOGUE: readonly CodeEntry[] = [
  ...DOORS,
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

/** What a waiver may name: judgements, never broken input. */
export const WAIVABLE: ReadonlySet<string> = new Set(
  [...RULES, ...PARAMETER_CODES, ...SCAN_CODES].map(({ code }) => code).filter(code => !UNWAIVABLE.has(code)),
);

function entry(code: string, title: string, advice: string): CodeEntry {
  return { code, severity: 'error', title, advice };
}
