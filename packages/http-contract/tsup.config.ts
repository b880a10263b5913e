import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'node20',
  dts: process.env.DECLARATIONS !== 'off',
  sourcemap: true,
  clean: true,
  esbuildOptions(options) {
    // The package ships the sources, so the source maps need not repeat them.
    options.sourcesContent = false;
  },
});
