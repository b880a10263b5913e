import { createRequire } from 'node:module';
import { compileTypes } from '../openapi/generated-types.js';

/** The packages that generated sources import, as the generator that needs each of them finds it. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  zod: [installed('openapi-zod-client', 'zod')],
  '@oazapfts/runtime': [installed('oazapfts', '@oazapfts/runtime')],
  '@oazapfts/runtime/query': [installed('oazapfts', '@oazapfts/runtime/query')],
};

/** The path of a module, without its ending, so that the compiler finds its declarations. */
function installed(generator: string, name: string): string {
  const generatorFile = createRequire(import.meta.url).resolve(generator);
  return createRequire(generatorFile)
    .resolve(name)
    .replace(/\.c?js$/, '');
}

/** A source that a generator made, and what it was made from. */
export interface GeneratedSource {
  readonly generator: string;
  /** The document: a path of the corpus, or another name that is one of a file. */
  readonly document: string;
  readonly source: string;
}

/** A finding of the compiler about a source. */
export interface CompileError extends Omit<GeneratedSource, 'source'> {
  readonly text: string;
  /** The line of the source at which it is. */
  readonly line: string;
}

/** Compiles generated sources in one program, strictly. */
export async function compileGenerated(
  generated: readonly GeneratedSource[],
): Promise<readonly CompileError[]> {
  const sources = new Map<string, string>();
  const made = new Map<string, GeneratedSource>();
  for (const each of generated) {
    const file = `/${made.size}/${each.document}.${each.generator.replaceAll(/[^a-z-]/g, '_')}.ts`;
    sources.set(file, withoutCalls(each.source));
    made.set(file, each);
  }
  const lines = await compileTypes(sources, PATHS);
  return lines.map((text) => {
    const file = text.slice(0, text.search(/:\d/));
    const { generator = 'none', document = 'none' } = made.get(file) ?? {};
    const number = Number(/^:(\d+)/.exec(text.slice(file.length))?.[1] ?? 0);
    const line = sources.get(file)?.split('\n')[number - 1] ?? '';
    return { generator, document, text, line };
  });
}

/** The schemas of openapi-zod-client without its client, which needs another package. */
function withoutCalls(source: string): string {
  const end = source.indexOf('const endpoints = makeApi(');
  return end < 0 ? source : source.slice(0, end).replace(/^import .* from "@zodios\/core";$/m, '');
}
