import { defineConfig } from 'tsup';
import { declarations } from '../../scripts/declarations.mjs';

export default defineConfig({
  entry: [
    'src/index.ts',
    'src/json-schema/index.ts',
    'src/shapes.ts',
    'src/internal.ts',
    'src/encode/fast-path.ts',
    'src/explain/uncommon-content.ts',
    'src/scalar/uncommon-types.ts',
    'src/operation/identity-problems.ts',
    'src/raw-xml/raw-xml.ts',
    'src/unchecked.ts',
    'src/designs.ts',
    'src/proposals/proposals.ts',
    'src/routes.ts',
    'src/design/design-parts.ts',
  ],
  format: 'esm',
  target: 'node20',
  dts: declarations,
  sourcemap: true,
  clean: true,
  // tsup would write 'fs' for 'node:fs', which Deno and Workers do not resolve.
  removeNodeProtocol: false,
  // Inlines constants: in a bundle they would be variables, which V8 reads again each time.
  esbuildOptions(options) {
    // The package ships the sources, so the source maps need not repeat them.
    options.sourcesContent = false;
    options.minifySyntax = true;
  },
});
