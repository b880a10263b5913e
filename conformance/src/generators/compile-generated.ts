import { createRequire } from 'node:module';
import { compileTypes } from '../openapi/generated-types.js';
import type { Generated } from './judge-generators.js';

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

/** Compiles what each generator made, strictly. Returns the errors by generator. */
export function compileGenerated(generated: readonly Generated[]): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string>();
  const sources = new Map<string, string>();
  for (const { generator, source } of generated) {
    if (source === undefined) continue;
    const file = `/${generator.replaceAll(/[^a-z-]/g, '_')}.ts`;
    files.set(file, generator);
    sources.set(file, withoutCalls(source));
  }
  const errors = new Map<string, string[]>();
  for (const line of compileTypes(sources, PATHS)) {
    const generator = files.get(line.slice(0, line.indexOf(':'))) ?? 'none';
    errors.set(generator, [...(errors.get(generator) ?? []), line]);
  }
  return errors;
}

/** The schemas of openapi-zod-client without its client, which needs another package. */
function withoutCalls(source: string): string {
  const end = source.indexOf('const endpoints = makeApi(');
  return end < 0 ? source : source.slice(0, end).replace(/^import .* from "@zodios\/core";$/m, '');
}
