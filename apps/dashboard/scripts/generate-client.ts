/** Writes `src/api/schema.d.ts`, the types of the management API, from the gateway's OpenAPI document of it. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

const description = new URL(
  '../../gateway/src/owners/management/openapi/print-description.ts',
  import.meta.url,
);
const { stdout } = await promisify(execFile)(
  process.execPath,
  ['--import', 'tsx', '--conditions=@soapstone/source', fileURLToPath(description)],
  { maxBuffer: 64 * 1024 * 1024 },
);
const types = await openapiTS(JSON.parse(stdout) as OpenAPI3, { alphabetize: true });
await writeFile(new URL('../src/api/schema.d.ts', import.meta.url), astToString(types));
