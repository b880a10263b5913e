import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  target: 'node20',
  dts: process.env.DECLARATIONS !== 'off',
  sourcemap: true,
  clean: true,
  esbuildOptions(options) {
    // The sources are in the package.
    options.sourcesContent = false;
  },
});
