import { defineConfig } from 'tsup';
import { declarations } from '../../scripts/declarations.mjs';

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/generated.ts',
    'src/uncommon-content.ts',
    'src/uncommon-types.ts',
    'src/designed.ts',
    'src/files.ts',
    'src/platform/node.ts',
    'src/platform/files.ts',
    'src/platform/portable.ts',
  ],
  format: 'esm',
  target: 'node20',
  dts: declarations && {
    ...declarations,
    entry: [
      'src/index.ts',
      'src/generated.ts',
      'src/uncommon-content.ts',
      'src/uncommon-types.ts',
      'src/designed.ts',
      'src/files.ts',
    ],
  },
  sourcemap: true,
  clean: true,
  // tsup would write 'fs' for 'node:fs', which Deno and Workers do not resolve.
  removeNodeProtocol: false,
  esbuildOptions(options) {
    // The package ships the sources, so the source maps need not repeat them.
    options.sourcesContent = false;
  },
  // The runtime selects the platform: see "imports" in package.json.
  external: ['#platform'],
});
