import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    'children/nursery': 'src/children/nursery.ts',
    index: 'src/index.ts',
    main: 'src/main.ts',
    healthcheck: 'src/http/healthcheck.ts',
    'credentials/child': 'src/credentials/child.ts',
    'credentials/security-thread': 'src/credentials/security-thread.ts',
    'description/child': 'src/description/child.ts',
    'mapping/thread': 'src/mapping/thread.ts',
    'registration/child': 'src/registration/child.ts',
    'store/sqlite-thread': 'src/store/sqlite-thread.ts',
    'watchdog/watchdog-thread': 'src/watchdog/watchdog-thread.ts',
  },
  format: 'esm',
  target: 'node20',
  // No declarations: nobody imports the types of this private application, and generating them takes longer than everything else.
  dts: false,
  sourcemap: true,
  clean: true,
  // tsup would write 'fs' for 'node:fs', which Deno and Workers do not resolve.
  removeNodeProtocol: false,
});
