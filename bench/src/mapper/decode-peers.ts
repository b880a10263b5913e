import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** node-soap's decoder, below the level of its HTTP client: only the decoding counts. */
export async function loadNodeSoap(wsdl: string): Promise<(xml: string) => unknown> {
  const client = await withFile(wsdl, (file) => require('soap').createClientAsync(file));
  return (xml) => client.wsdl.xmlToObject(xml);
}

/** strong-soap's decoder, below the level of its HTTP client. */
export async function loadStrongSoap(wsdl: string): Promise<(operation: string, xml: string) => unknown> {
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
  return strongDecoder(client, soap);
}

/** Both want a file. */
// biome-ignore lint/suspicious/noExplicitAny: neither has types for its insides
async function withFile(wsdl: string, use: (file: string) => Promise<unknown>): Promise<any> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(directory, 'shop.wsdl');
  writeFileSync(file, wsdl);
  try {
    return await use(file);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: strong-soap has no types for its insides
function strongDecoder({ wsdl }: any, { XMLHandler }: any): (operation: string, xml: string) => unknown {
  const descriptors = new Map<string, unknown>();
  const handler = new XMLHandler(wsdl.schemas, {});
  return (operation, xml) => {
    let descriptor = descriptors.get(operation);
    if (descriptor === undefined) {
      const binding = Object.values(wsdl.definitions.bindings)[0] as never as {
        operations: Record<string, never>;
      };
      descriptor = (
        binding.operations[operation] as never as { describe(d: unknown): { outputEnvelope: unknown } }
      ).describe(wsdl.definitions).outputEnvelope;
      descriptors.set(operation, descriptor);
    }
    return handler.xmlToJson(null, xml, descriptor);
  };
}
