import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

export const SCHEMA_FILE: URL = new URL('../src/api/schema.d.ts', import.meta.url);

const DESCRIPTION = new URL(
  '../../gateway/src/owners/management/openapi/print-description.ts',
  import.meta.url,
);
const HEADER = '// Generated from the management API: pnpm --filter dashboard generate-client\n\n';
const run = promisify(execFile);

/** Prints the types of the management API as TypeScript, from the gateway's OpenAPI document of it. */
export async function printSchema(): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['--import', 'tsx', '--conditions=@soapstone/source', fileURLToPath(DESCRIPTION)],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return HEADER + astToString(await openapiTS(JSON.parse(stdout) as OpenAPI3, { alphabetize: true }));
}
