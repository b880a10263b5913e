import { defineConfig } from 'tsup';
import { declarations } from '../../scripts/declarations.mjs';

export default defineConfig({
  entry: ['src/index.ts', 'src/internal.ts'],
  format: 'esm',
  target: 'node20',
  dts: declarations,
  sourcemap: true,
  clean: true,
  esbuildOptions(options) {
    // The package ships the sources, so the source maps need not repeat them.
    options.sourcesContent = false;
  },
});
