/**
 * Writes `src/api/schema.d.ts`, the types of the management API, from the gateway's OpenAPI document of it. Run `pnpm --filter
 * dashboard generate-client` after a route has changed.
 */
import { writeFile } from 'node:fs/promises';
import { printSchema, SCHEMA_FILE } from './print-schema.js';

await writeFile(SCHEMA_FILE, await printSchema());
