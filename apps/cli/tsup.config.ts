import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node20',
  dts: false,
  // A file for each group of commands: a start reads the one that it needs.
  splitting: true,
  clean: true,
  // tsup would write 'fs' for 'node:fs', which Deno and Workers do not resolve.
  removeNodeProtocol: false,
  // Our packages are bundled into the command, which then reads fewer files at each start, and only the code that it uses. Their
  // dependencies are in package.json.
  noExternal: [/^@soapstone\//],
  esbuildOptions(options) {
    options.conditions = ['@soapstone/source', 'node', 'import'];
    options.minifySyntax = true;
    options.minifyWhitespace = true;
  },
});
