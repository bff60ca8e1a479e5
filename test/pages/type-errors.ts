import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Where the SDKs are that examples use. */
const FOLDER = path.join(ROOT, 'packages/mcp/src');

/** Compiler errors of sources, compiled as if they were files of `@toolmark/mcp`. */
export function findTypeErrors(sources: readonly string[]): string[] {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const files = new Map(sources.map((source, i) => [path.join(FOLDER, `block-${i}.ts`), source]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = file => files.has(file) || fileExists(file);
  host.readFile = file => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, language) => {
    const text = host.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, text, language);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap(file =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}
