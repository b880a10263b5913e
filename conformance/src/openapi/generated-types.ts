import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

/** The TypeScript declarations that openapi-typescript generates from a document. Throws if it rejects the document. */
export async function typesOf(text: string): Promise<string> {
  return astToString(await openapiTS(JSON.parse(text) as OpenAPI3, { silent: true }));
}

/** The libraries of the compiler and the packages that sources import, parsed once for all programs of this process. */
const installedFiles = new Map<string, ts.SourceFile | undefined>();

/**
 * Compiles sources by name in one program, strictly. Returns the compiler's findings, a line each. Writes nothing; the compiler's
 * library files are read from its installation.
 *
 * @param imports the files of modules that the sources import, by name. Sources with imports are compiled without
 *   `exactOptionalPropertyTypes`, which zod and the runtime of oazapfts do not support
 */
export function compileTypes(
  sources: ReadonlyMap<string, string>,
  imports?: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: imports === undefined,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    paths: Object.fromEntries(Object.entries(imports ?? {}).map(([name, files]) => [name, [...files]])),
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (name, version, ...rest) => {
    const text = sources.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, version);
    const known = installedFiles.get(name) ?? getSourceFile.call(host, name, version, ...rest);
    installedFiles.set(name, known);
    return known;
  };
  host.fileExists = (name) => sources.has(name) || fileExists.call(host, name);
  host.readFile = (name) => sources.get(name) ?? readFile.call(host, name);
  const program = ts.createProgram([...sources.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
    return `${file?.fileName ?? ''}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
