import path from 'node:path';
import ts from 'typescript';

/** The folders of a package, in import order: a folder may import only those before it. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  core: ['base', 'describe', 'sanitize', 'validate', 'sign', 'publish', 'discover', 'lock', 'guard'],
  mcp: ['connect', 'authorize', 'config', 'install', 'audit', 'advisories', 'proxy', 'adapt', 'author'],
};

/** Which packages of the project a package may import. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  core: [],
  scan: ['core'],
  store: ['core'],
  client: ['core'],
  registry: ['core', 'scan', 'client'],
  mcp: ['core'],
  cli: ['core', 'scan', 'store', 'client', 'registry', 'mcp'],
};

/** The modules outside the package that core may import. */
const CORE_MODULES = ['node:crypto', '@eslint-community/regexpp', '@marcbachmann/cel-js', 'asn1js', 'pkijs'];

/** Only `@toolmark/core/attestation` loads these folders and these modules: most users verify no bundles. */
const ATTESTATION = {
  folders: ['packages/core/src/sign/attestation/', 'packages/core/src/lock/attestation/'],
  entry: 'packages/core/src/attestation.ts',
  modules: ['@sigstore/bundle', '@sigstore/protobuf-specs', '@sigstore/verify'],
};

/** The exports of node:crypto that core may import: hashing, signing with a given key, verifying. Types are not restricted. */
const CRYPTO_NAMES = [
  'constants',
  'createHash',
  'createPublicKey',
  'hash',
  'sign',
  'verify',
  'webcrypto',
  'X509Certificate',
];

/** The globals core may use. All others may do I/O or read the clock or randomness. */
const PURE_GLOBALS = [
  ...['undefined', 'Object', 'Array', 'Map', 'Set', 'Boolean', 'Number', 'BigInt', 'String', 'RegExp', 'Error'],
  ...['Uint8Array', 'Uint16Array', 'Int8Array', 'Int16Array', 'Int32Array', 'Uint32Array', 'Float64Array'],
  ...['TextEncoder', 'TextDecoder', 'atob', 'decodeURIComponent'],
];

/** Globals that are pure only in these uses: in others they read the clock, are random, or are a second JSON reader. */
const PURE_FORMS: Readonly<Record<string, (name: ts.Identifier) => boolean>> = {
  Math: name => isMember(name, member => member !== 'random'),
  JSON: name => isMember(name, member => member === 'stringify'),
  Date: name => isMember(name, member => ['parse', 'UTC'].includes(member)) || isGivenTime(name),
  // Parsing is pure; object URLs are not.
  URL: name => ts.isNewExpression(name.parent) || isMember(name, member => member === 'canParse'),
  webcrypto: name => ts.isPropertyAssignment(name.parent),
};

/** Source files by their path from the root of the project, as in `packages/core/src/base/jcs.ts`. */
export type Sources = ReadonlyMap<string, string>;

/** Every violation of the rules in ARCHITECTURE.md, as a sentence that names the file. */
export function findViolations(sources: Sources): string[] {
  const parsed = [...sources].map(([file, text]) => parse(file, text));
  return [
    ...parsed.flatMap(findImportViolations),
    ...parsed.filter(isCore).flatMap(findImpurities),
    ...findCycles(parsed),
  ].sort();
}

interface Source {
  readonly file: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
}

interface Import {
  readonly specifier: string;
  readonly isTypeOnly: boolean;
  /** The imported values as written, such as `sign` or `sign as seal`; `*` for a whole module. */
  readonly names: readonly string[];
}

function parse(file: string, text: string): Source {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  visit(tree, node => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const { importClause, moduleSpecifier } = node;
      imports.push({
        specifier: moduleSpecifier.text,
        isTypeOnly: isTypeOnly(importClause),
        names: namesOf(importClause),
      });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push({ specifier: node.moduleSpecifier.text, isTypeOnly: node.isTypeOnly, names: ['*'] });
    } else if (isDynamicImport(node)) {
      const [target] = node.arguments;
      if (target !== undefined && ts.isStringLiteralLike(target))
        imports.push({ specifier: target.text, isTypeOnly: false, names: ['*'] });
    }
  });
  return { file, tree, imports };
}

function isDynamicImport(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  return (
    clause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every(part => part.isTypeOnly)
  );
}

function namesOf(clause: ts.ImportClause | undefined): string[] {
  const named = clause?.namedBindings;
  if (clause?.name !== undefined || (named !== undefined && ts.isNamespaceImport(named))) return ['*'];
  return named?.elements.filter(part => !part.isTypeOnly).map(part => part.getText()) ?? [];
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, child => visit(child, see));
}

function findImportViolations(source: Source): string[] {
  return source.imports.flatMap(wanted => {
    const violation = wanted.specifier.startsWith('.')
      ? relativeViolation(source.file, wanted.specifier)
      : packageViolation(source.file, wanted);
    return violation === undefined ? [] : [`${source.file} imports ${wanted.specifier}: ${violation}`];
  });
}

function relativeViolation(file: string, specifier: string): string | undefined {
  const target = path.posix.join(path.posix.dirname(file), specifier);
  const from = placeOf(file);
  const to = placeOf(target);
  if (isAttestation(target) && !isAttestation(file)) return 'only attestation.ts may import it';
  if (from.name !== to.name) return 'packages import each other by name, not by path';
  const folders = FOLDERS[from.name];
  if (folders === undefined || from.folder === to.folder || from.folder === undefined) return undefined;
  if (specifier.endsWith('/package.json')) return undefined;
  if (to.folder === undefined) return 'a folder may not import the index.ts of its package';
  if (folders.indexOf(to.folder) >= folders.indexOf(from.folder))
    return `${to.folder} does not come before ${from.folder}`;
  if (from.name !== 'core' || to.file === 'index.ts' || isAttestationIndex(target)) return undefined;
  return 'another folder may be imported only through its index.ts';
}

function packageViolation(file: string, { specifier, isTypeOnly, names }: Import): string | undefined {
  const { name } = placeOf(file);
  const own = /^@toolmark\/([a-z]+)/.exec(specifier)?.[1];
  if (own !== undefined) return PACKAGES[name]?.includes(own) ? undefined : `${name} may not import ${own}`;
  if (name !== 'core') return undefined;
  const isListed = CORE_MODULES.includes(specifier) || (ATTESTATION.modules.includes(specifier) && isAttestation(file));
  if (!isListed) return 'core may import only the listed modules';
  if (specifier !== 'node:crypto' || isTypeOnly) return undefined;
  const unlisted = names.filter(wanted => !CRYPTO_NAMES.includes(wanted));
  return unlisted.length === 0 ? undefined : `${unlisted.join(', ')} is not listed for core`;
}

function isAttestation(file: string): boolean {
  return ATTESTATION.folders.some(folder => file.startsWith(folder)) || file === ATTESTATION.entry;
}

/** The folders for bundles have an index of their own: that of their room would load them for everybody. */
function isAttestationIndex(target: string): boolean {
  return ATTESTATION.folders.some(folder => target === `${folder}index.ts`);
}

interface Place {
  readonly name: string;
  /** The folder below src. */
  readonly folder: string | undefined;
  readonly file: string;
}

function placeOf(file: string): Place {
  const [, name = '', , ...rest] = file.split('/');
  const folder = rest.length > 1 ? rest[0] : undefined;
  return { name, folder, file: rest.slice(folder === undefined ? 0 : 1).join('/') };
}

function isCore(source: Source): boolean {
  return source.file.startsWith('packages/core/');
}

function findImpurities({ file, tree }: Source): string[] {
  const own = bindingsOf(tree);
  const found = new Set<string>();
  visitValues(tree, node => {
    if (ts.isIdentifier(node) && Object.hasOwn(PURE_FORMS, node.text)) {
      if (isVariable(node) && !PURE_FORMS[node.text]?.(node)) found.add(node.parent.getText());
    } else if (ts.isIdentifier(node) && isVariable(node)) {
      if (!own.has(node.text) && !PURE_GLOBALS.includes(node.text)) found.add(node.text);
    }
    if (isConstructorMember(node)) found.add(node.getText());
    if (ts.isMetaProperty(node)) found.add(node.getText());
    if (isDynamicImport(node) && !node.arguments.every(ts.isStringLiteralLike)) found.add(node.getText());
  });
  return [...found].map(name => `${file} uses ${name}: core does no I/O and has no clock or randomness`);
}

/** Visits what exists at run time. A `declare` is skipped too, so that it cannot make a global look like a local name. */
function visitValues(node: ts.Node, see: (node: ts.Node) => void): void {
  if (isOnlyType(node)) return;
  see(node);
  ts.forEachChild(node, child => visitValues(child, see));
}

function isOnlyType(node: ts.Node): boolean {
  if (ts.isHeritageClause(node)) return node.token === ts.SyntaxKind.ImplementsKeyword;
  if (ts.isTypeNode(node)) return !ts.isExpressionWithTypeArguments(node);
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isTypeParameterDeclaration(node)) return true;
  return ts.canHaveModifiers(node) && (node.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword);
}

/**
 * Every name the file declares or imports, whatever its scope. A name that hides a global of this Node does not count:
 * a parameter called `process` must not excuse the real one elsewhere in the file.
 */
function bindingsOf(tree: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  visitValues(tree, node => {
    if (ts.isIdentifier(node) && isBinding(node) && !Object.hasOwn(globalThis, node.text)) names.add(node.text);
  });
  return names;
}

function isBinding(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent))
    return parent.name === node;
  if (ts.isFunctionLike(parent) || ts.isClassLike(parent)) return !ts.isMethodDeclaration(parent);
  return ts.isImportClause(parent) || ts.isNamespaceImport(parent) || ts.isImportSpecifier(parent);
}

/** Whether an identifier refers to a variable, not to a member, an import or export label, or a declaration. */
function isVariable(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if ('propertyName' in parent && parent.propertyName === node) return false;
  return !('name' in parent && parent.name === node);
}

/** The `.constructor` of a function compiles text to code. Only reading its name is harmless. */
function isConstructorMember(node: ts.Node): boolean {
  const name =
    (ts.isPropertyAccessExpression(node) && node.name) ||
    (ts.isElementAccessExpression(node) && node.argumentExpression) ||
    (ts.isBindingElement(node) && (node.propertyName ?? node.name));
  if (!name || !/^['"`]?constructor['"`]?$/.test(name.getText())) return false;
  return !(ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === 'name');
}

/** `Name.member`, if the member is allowed. */
function isMember({ parent }: ts.Identifier, isAllowed: (member: string) => boolean): boolean {
  return ts.isPropertyAccessExpression(parent) && isAllowed(parent.name.text);
}

/** `new Date(time)`: with no argument, or a spread of none, it reads the clock. */
function isGivenTime({ parent }: ts.Identifier): boolean {
  const given = ts.isNewExpression(parent) ? (parent.arguments ?? []) : [];
  return given.length > 0 && !given.some(ts.isSpreadElement);
}

/** Cycles of imports that exist at run time; types may refer to each other. */
function findCycles(sources: readonly Source[]): string[] {
  const edges = new Map(sources.map(source => [source.file, relativeImports(source)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) cycles.push(`${[...trail.slice(trail.indexOf(file)), file].join(' → ')} is a cycle`);
    if (trail.includes(file) || done.has(file)) return;
    for (const next of edges.get(file) ?? []) walk(next, [...trail, file]);
    done.add(file);
  };
  for (const file of edges.keys()) walk(file, []);
  return cycles;
}

/** Imports of types count too: files that need each other's types cannot be read one after the other. */
function relativeImports({ file, imports }: Source): string[] {
  return imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier));
}
