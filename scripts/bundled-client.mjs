/** Measures what a generated client loads, bundled from the packages as published (decision 0067). */
import { relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * Bundles the runtime of a generated client for any platform, as a bundler that splits code does.
 *
 * @param project a folder with the packages in its `node_modules`
 * @returns the size of what is loaded before the first call, in bytes, minified and gzipped
 */
export async function bundledClientSize(project) {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `export { createGeneratedClient, isFaultOf } from '@soapstone/client/generated';`,
      resolveDir: project,
    },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    splitting: true,
    outdir: 'out',
    absWorkingDir: project,
    format: 'esm',
    platform: 'neutral',
    logLevel: 'error',
  });
  const contents = new Map(outputFiles.map((file) => [relative(project, file.path), file.contents]));
  const { outputs } = metafile;
  const loaded = new Set(Object.keys(outputs).filter((file) => outputs[file].entryPoint === '<stdin>'));
  for (const file of loaded) {
    for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') loaded.add(path);
  }
  return [...loaded].reduce((sum, file) => sum + gzipSync(contents.get(file) ?? '', { level: 9 }).length, 0);
}
