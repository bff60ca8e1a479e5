import path from 'node:path';
import ts from 'typescript';

/** The pipeline is the folder list, and the folder list is the import order. */
const ROOMS = ['base', 'describe', 'sanitize', 'validate', 'sign', 'publish', 'discover', 'lock', 'guard'];

/** Which packages of ours a package may import. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  core: [],
  client: ['core'],
  registry: ['core'],
  mcp: ['core'],
  cli: ['core', 'client', 'registry', 'mcp'],
  web: ['core', 'client'],
};

/** Everything from outside that core may load. */
const CORE_MODULES = ['node:crypto', '@eslint-community/regexpp', 'asn1js', 'pkijs'];

/** Names that reach the world, the clock or chance, or read JSON without the strict reader. */
const FORBIDDEN_NAMES = [
  'process',
  'console',
  'fetch',
  'Buffer',
  'require',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'eval',
  'Function',
  'performance',
  'globalThis',
  'localStorage',
  'XMLHttpRequest',
  'WebSocket',
];
const FORBIDDEN_CALLS = ['Date.now', 'Math.random', 'JSON.parse'];

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
  readonly imports: readonly { readonly specifier: string; readonly isTypeOnly: boolean }[];
}

function parse(file: string, text: string): Source {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imports: Source['imports'][number][] = [];
  visit(tree, node => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push({ specifier: node.moduleSpecifier.text, isTypeOnly: isTypeOnly(node.importClause) });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      imports.push({ specifier: node.moduleSpecifier.text, isTypeOnly: node.isTypeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [target] = node.arguments;
      if (target !== undefined && ts.isStringLiteral(target))
        imports.push({ specifier: target.text, isTypeOnly: false });
    }
  });
  return { file, tree, imports };
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

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, child => visit(child, see));
}

function findImportBreaches(source: Source): string[] {
  return source.imports.flatMap(({ specifier }) => {
    const breach = specifier.startsWith('.')
      ? relativeBreach(source.file, specifier)
      : packageBreach(source.file, specifier);
    return breach === undefined ? [] : [`${source.file} imports ${specifier}: ${breach}`];
  });
}

function relativeBreach(file: string, specifier: string): string | undefined {
  const from = placeOf(file);
  const to = placeOf(path.posix.join(path.posix.dirname(file), specifier));
  if (from.name !== to.name) return 'packages import each other by name, never by path';
  if (from.name !== 'core' || from.room === to.room || from.room === undefined) return undefined;
  if (to.room === undefined) return 'a room never imports what gathers the rooms';
  if (ROOMS.indexOf(to.room) >= ROOMS.indexOf(from.room)) return `${to.room} is not to the left of ${from.room}`;
  return to.file === 'index.ts' ? undefined : 'another room is entered through its index.ts only';
}

function packageBreach(file: string, specifier: string): string | undefined {
  const { name } = placeOf(file);
  const own = /^@toolmark\/([a-z]+)/.exec(specifier)?.[1];
  if (own !== undefined) return PACKAGES[name]?.includes(own) ? undefined : `${name} may not import ${own}`;
  if (name !== 'core' || CORE_MODULES.includes(specifier)) return undefined;
  return 'core is pure and loads nothing but what is listed';
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
  const found = new Set<string>();
  visit(tree, node => {
    if (ts.isIdentifier(node) && isFreeName(node) && FORBIDDEN_NAMES.includes(node.text)) found.add(node.text);
    if (ts.isPropertyAccessExpression(node) && FORBIDDEN_CALLS.includes(node.getText())) found.add(node.getText());
    if (ts.isNewExpression(node) && node.getText().replace(/\s/g, '') === 'newDate()') found.add('new Date()');
  });
  return [...found].map(name => `${file} uses ${name}: core has no world, clock or chance`);
}

/** A name that means a variable: not a member, a property of an object literal, or part of a type. */
function isFreeName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  return !(ts.isPropertySignature(parent) || ts.isTypeReferenceNode(parent) || ts.isPropertyDeclaration(parent));
}

/** Cycles of imports that exist at run time; types may refer to each other. */
function findCycles(sources: readonly Source[]): string[] {
  const edges = new Map(sources.map(source => [source.file, valueImports(source)]));
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

function valueImports({ file, imports }: Source): string[] {
  return imports
    .filter(({ specifier, isTypeOnly }) => specifier.startsWith('.') && !isTypeOnly)
    .map(({ specifier }) => path.posix.join(path.posix.dirname(file), specifier));
}
