import { defineConfig } from 'tsup';
import { declarations } from '../../scripts/declarations.mjs';

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/answer/index.ts',
    'src/fetch/index.ts',
    'src/internal.ts',
    'src/secured/index.ts',
    'src/transport-error.ts',
    'src/unchecked.ts',
    'src/transport.ts',
  ],
  format: 'esm',
  target: 'node20',
  dts: declarations,
  sourcemap: true,
  clean: true,
  // tsup would write 'fs' for 'node:fs', which Deno and Workers do not resolve.
  removeNodeProtocol: false,
  esbuildOptions(options) {
    // The package ships the sources, so the source maps need not repeat them.
    options.sourcesContent = false;
  },
});
