import { defineConfig } from 'tsup';

export default defineConfig({
  entry: [
    'src/bytes.ts',
    'src/index.ts',
    'src/defined.ts',
    'src/namespaces.ts',
    'src/options.ts',
    'src/xml.ts',
  ],
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
