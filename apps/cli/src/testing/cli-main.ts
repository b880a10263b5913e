import { fileURLToPath } from 'node:url';

/** The program `soapstone`, as `scripts/bundle-processes.mjs` bundles it before the tests. */
export const CLI_MAIN: string = fileURLToPath(new URL('../../.processes/main.js', import.meta.url));
