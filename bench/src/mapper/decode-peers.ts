import { createNodeSoapClient, createStrongSoapClient } from './peer-clients.js';

/** node-soap's decoder, below its HTTP client: only the decoding counts. */
export async function loadNodeSoap(wsdl: string): Promise<(xml: string) => unknown> {
  const client = await createNodeSoapClient(wsdl);
  return (xml) => client.wsdl.xmlToObject(xml);
}

/** strong-soap's decoder, below its HTTP client. */
export async function loadStrongSoap(wsdl: string): Promise<(operation: string, xml: string) => unknown> {
  const { client, soap } = await createStrongSoapClient(wsdl);
  return strongDecoder(client, soap);
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
