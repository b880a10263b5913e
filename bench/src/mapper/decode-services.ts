import { type CompiledOperation, createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { type Contender, interleave } from '../interleave.js';
import type { BenchOptions } from '../main.js';
import type { BenchRow } from '../table.js';
import { DOCUMENT_KINDS, makeDocument, SHOP_WSDL } from './decode-documents.js';

interface Service {
  readonly operation: CompiledOperation;
  readonly xml: Buffer;
  /** The same result as JSON. */
  readonly json: Buffer;
}

const SERVICES = 100;
const BYTES = 1000;

/**
 * Small responses of many services in turn, as a gateway gets them: what was compiled for one has left the processor's
 * caches when its next response comes, so here it counts how much memory a response touches.
 */
export async function runServices(options: BenchOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const kind of DOCUMENT_KINDS) {
    const services: Service[] = [];
    for (let i = 0; i < SERVICES; i++) {
      const { model } = await parseWsdlText(SHOP_WSDL);
      const operation = createMapper(model).compile(kind.operation);
      const xml = Buffer.from(makeDocument(kind, BYTES));
      const reply = operation.decodeXml(xml);
      if (reply.kind !== 'result') throw new Error('expected a result');
      services.push({ operation, xml, json: Buffer.from(reply.result) });
    }
    const inTurn = (name: string, work: (service: Service) => unknown): Contender => ({
      name,
      run(times) {
        for (let i = 0; i < times; i++) for (const service of services) work(service);
      },
    });
    const bytes = services.reduce((sum, { xml }) => sum + xml.length, 0);
    const label = `${kind.name}, 1 KB, of ${SERVICES} services in turn`;
    const contenders = [
      inTurn('Soapstone', ({ operation, xml }) => operation.decodeXml(xml)),
      inTurn('JSON.parse + JSON.stringify, bytes to bytes', ({ json }) =>
        Buffer.from(JSON.stringify(JSON.parse(json.toString()))),
      ),
    ];
    rows.push(...(await interleave(label, contenders, bytes / 1e6, options)));
  }
  return rows;
}
