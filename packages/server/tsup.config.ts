import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/node.ts'],
  format: 'esm',
  target: 'node20',
  dts: true,
  sourcemap: true,
  clean: true,
  esbuildOptions(options) {
    // The sources are in the package.
    options.sourcesContent = false;
  },
});
