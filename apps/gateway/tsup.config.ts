import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts', 'src/main.ts', 'src/registration/child.ts'],
  format: 'esm',
  target: 'node20',
  // A private application: nobody reads its types from here, and making them takes longer than everything else.
  dts: false,
  sourcemap: true,
  clean: true,
});
