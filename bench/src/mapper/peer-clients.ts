import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** node-soap's client, for the code below its HTTP client. */
// biome-ignore lint/suspicious/noExplicitAny: it has no types for its insides
export function createNodeSoapClient(wsdl: string): Promise<any> {
  return withFile(wsdl, (file) => require('soap').createClientAsync(file));
}

/** strong-soap's client and its exports, for the code below its HTTP client. */
// biome-ignore lint/suspicious/noExplicitAny: it has no types for its insides
export async function createStrongSoapClient(wsdl: string): Promise<{ client: any; soap: any }> {
  const { soap } = require('strong-soap');
  const client = await withFile(
    wsdl,
    (file) =>
      new Promise((resolve, reject) => {
        soap.createClient(file, {}, (error: unknown, made: unknown) =>
          error ? reject(error) : resolve(made),
        );
      }),
  );
  return { client, soap };
}

/** Both packages read the WSDL from a file. */
async function withFile<T>(wsdl: string, use: (file: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(directory, 'service.wsdl');
  writeFileSync(file, wsdl);
  try {
    return await use(file);
  } finally {
    rmSync(directory, { recursive: true });
  }
}
