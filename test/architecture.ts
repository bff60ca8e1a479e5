import path from 'node:path';
import ts from 'typescript';

/** The pipeline is the folder list, and the folder list is the import order. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  core: ['base', 'describe', 'sanitize', 'validate', 'sign', 'publish', 'discover', 'lock', 'guard'],
  mcp: ['connect', 'authorize', 'config', 'install', 'audit', 'advisories', 'proxy', 'adapt', 'author'],
};

/** Which packages of ours a package may import. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  core: [],
  scan: ['core'],
  client: ['core'],
  registry: ['core', 'scan', 'client'],
  mcp: ['core'],
  cli: ['core', 'scan', 'client', 'registry', 'mcp'],
};

/** Everything from outside that core may load. */
const CORE_MODULES = ['node:crypto', '@eslint-community/regexpp', '@marcbachmann/cel-js', 'asn1js', 'pkijs'];

/** All of node:crypto that core may name: what hashes, signs with a given key, and checks. Its types are free. */
const CRYPTO_NAMES = ['constants', 'createHash', 'hash', 'sign', 'verify', 'webcrypto', 'X509Certificate'];

/** The globals core may use. All others may do I/O or read the clock or randomness. */
const PURE_GLOBALS = [
  ...['undefined', 'Object', 'Array', 'Map', 'Set', 'Boolean', 'Number', 'BigInt', 'String', 'RegExp', 'Error'],
  ...['Uint8Array', 'Uint16Array', 'Int8Array', 'Int16Array', 'Int32Array', 'Uint32Array', 'Float64Array'],
  ...['TextEncoder', 'TextDecoder', 'atob', 'decodeURIComponent'],
];

/** Names that are pure in some forms only: in others they are the clock, chance, or a second JSON reader. */
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

/** Every breach of the house rules, as sentences that name the file. */
export function findBreaches(sources: Sources): string[] {
  const parsed = [...sources].map(([file, text]) => parse(file, text));
  return [
    ...parsed.flatMap(findImportBreaches),
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
  /** The values it asks for as they are written, as in `sign` or `sign as seal`; a whole module is `*`. */
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

function findImportBreaches(source: Source): string[] {
  return source.imports.flatMap(wanted => {
    const breach = wanted.specifier.startsWith('.')
      ? relativeBreach(source.file, wanted.specifier)
      : packageBreach(source.file, wanted);
    return breach === undefined ? [] : [`${source.file} imports ${wanted.specifier}: ${breach}`];
  });
}

function relativeBreach(file: string, specifier: string): string | undefined {
  const from = placeOf(file);
  const to = placeOf(path.posix.join(path.posix.dirname(file), specifier));
  if (from.name !== to.name) return 'packages import each other by name, never by path';
  const rooms = ROOMS[from.name];
  if (rooms === undefined || from.room === to.room || from.room === undefined) return undefined;
  if (specifier.endsWith('/package.json')) return undefined;
  if (to.room === undefined) return 'a room never imports what gathers the rooms';
  if (rooms.indexOf(to.room) >= rooms.indexOf(from.room)) return `${to.room} is not to the left of ${from.room}`;
  if (from.name !== 'core' || to.file === 'index.ts') return undefined;
  return 'another room is entered through its index.ts only';
}

function packageBreach(file: string, { specifier, isTypeOnly, names }: Import): string | undefined {
  const { name } = placeOf(file);
  const own = /^@toolmark\/([a-z]+)/.exec(specifier)?.[1];
  if (own !== undefined) return PACKAGES[name]?.includes(own) ? undefined : `${name} may not import ${own}`;
  if (name !== 'core') return undefined;
  if (!CORE_MODULES.includes(specifier)) return 'core is pure and loads nothing but what is listed';
  if (specifier !== 'node:crypto' || isTypeOnly) return undefined;
  const unlisted = names.filter(wanted => !CRYPTO_NAMES.includes(wanted));
  return unlisted.length === 0 ? undefined : `of its names, ${unlisted.join(', ')} is not listed for core`;
}

interface Place {
  readonly name: string;
  /** Only inside core: the folder below src. */
  readonly room: string | undefined;
  readonly file: string;
}

function placeOf(file: string): Place {
  const [, name = '', , ...rest] = file.split('/');
  const room = rest.length > 1 ? rest[0] : undefined;
  return { name, room, file: rest.slice(room === undefined ? 0 : 1).join('/') };
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
  return [...found].map(name => `${file} uses ${name}: core has no world, clock or chance`);
}

/** Visits what exists at run time. A `declare` is left out too, so that it cannot make a global look like a name of ours. */
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

/** From any function, `.constructor` leads to the one that makes code from text. Only asking for its name is harmless. */
function isConstructorMember(node: ts.Node): boolean {
  const name =
    (ts.isPropertyAccessExpression(node) && node.name) ||
    (ts.isElementAccessExpression(node) && node.argumentExpression) ||
    (ts.isBindingElement(node) && (node.propertyName ?? node.name));
  if (!name || !/^['"`]?constructor['"`]?$/.test(name.getText())) return false;
  return !(ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === 'name');
}

/** `Name.member`, where the member will do. */
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
