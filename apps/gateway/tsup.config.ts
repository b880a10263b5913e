import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    'children/spawner': 'src/children/spawner.ts',
    index: 'src/index.ts',
    main: 'src/main.ts',
    healthcheck: 'src/http/server/healthcheck.ts',
    'credentials/child': 'src/credentials/child.ts',
    'calls/security/security-thread': 'src/calls/security/security-thread.ts',
    'owners/description/child': 'src/owners/description/child.ts',
    'calls/mapping/thread': 'src/calls/mapping/thread.ts',
    'owners/registration/child': 'src/owners/registration/child.ts',
    'store/drivers/sqlite-thread': 'src/store/drivers/sqlite-thread.ts',
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
