import { type CompiledOperation, createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import type { BenchOptions } from '../bench-options.js';
import { type IsolatedContender, isolate } from '../isolated/isolate.js';
import type { BenchRow } from '../table.js';
import { DOCUMENT_KINDS, type DocumentKind, makeDocument, SHOP_WSDL } from './decode-documents.js';

interface Service {
  readonly operation: CompiledOperation;
  readonly xml: Buffer;
  /** The result as JSON. */
  readonly json: Buffer;
}

const SERVICES = 100;
const BYTES = 1000;

/**
 * Small responses of many services in turn, as a gateway receives them. The compiled code of one service has left the processor's
 * caches when its next response arrives, so this measures how much memory a response touches.
 */
export async function runServices(options: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const kind of DOCUMENT_KINDS) {
    const label = `${kind.name}, 1 KB, of ${SERVICES} services in turn`;
    const megabytes = (SERVICES * Buffer.byteLength(makeDocument(kind, BYTES))) / 1e6;
    const module = { url: import.meta.url, contendersOf };
    rows.push(...(await isolate(label, module, kind.name, megabytes, options)));
  }
  return rows;
}

/** Each does the work of all services once. `kind` is the name of one of `DOCUMENT_KINDS`. The processes of `isolate` import it. */
export function contendersOf(kind: string): readonly IsolatedContender[] {
  return [
    inTurn(kind, 'Soapstone', ({ operation, xml }) => operation.decodeXml(xml)),
    inTurn(kind, 'JSON.parse + JSON.stringify, bytes to bytes', ({ json }) =>
      Buffer.from(JSON.stringify(JSON.parse(json.toString()))),
    ),
  ];
}

function inTurn(kind: string, name: string, work: (service: Service) => unknown): IsolatedContender {
  return {
    name,
    async prepare() {
      const services = await makeServices(DOCUMENT_KINDS.find((each) => each.name === kind) as DocumentKind);
      return () => {
        for (const service of services) work(service);
      };
    },
  };
}

async function makeServices(kind: DocumentKind): Promise<Service[]> {
  const services: Service[] = [];
  for (let i = 0; i < SERVICES; i++) {
    const { model } = await parseWsdlText(SHOP_WSDL);
    const operation = createMapper(model).compile(kind.operation);
    const xml = Buffer.from(makeDocument(kind, BYTES));
    const reply = operation.decodeXml(xml);
    if (reply.kind !== 'result') throw new Error('expected a result');
    services.push({ operation, xml, json: Buffer.from(reply.result) });
  }
  return services;
}
