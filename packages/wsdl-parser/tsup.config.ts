import { defineConfig } from 'tsup';
import { declarations } from '../../scripts/declarations.mjs';

export default defineConfig({
  entry: ['src/index.ts', 'src/file.ts', 'src/internal.ts'],
  format: 'esm',
  target: 'node20',
  dts: declarations,
  sourcemap: true,
  clean: true,
  esbuildOptions(options) {
    // The sources are in the package.
    options.sourcesContent = false;
  },
});
