import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node20',
  dts: false,
  // A file for each group of commands: a start reads the one that it needs.
  splitting: true,
  clean: true,
  // Our packages are part of the command: fewer files to find and read at each start, and of each only what a command uses. What
  // they depend on is in package.json.
  noExternal: [/^@soapstone\//],
  esbuildOptions(options) {
    options.conditions = ['@soapstone/source', 'node', 'import'];
    options.minifySyntax = true;
    options.minifyWhitespace = true;
  },
});
