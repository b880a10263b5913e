import { createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { DOCUMENT_KINDS, makeDocument, SHOP_WSDL } from './decode-documents.js';

// Decodes one large response as a stream and prints the memory that it took. The document is generated while it is
// read, so that it is never in memory as a whole.
const size = Number(process.argv[2]);
const [kind] = DOCUMENT_KINDS;
if (kind === undefined) throw new Error('no kind of document');
const { model } = await parseWsdlText(SHOP_WSDL);
const operation = createMapper(model, { limits: { responseBytes: 1 << 30, responseNodes: 1 << 30 } }).compile(
  kind.operation,
);

// Warm up with a small document: code and caches are not part of the cost of a large one.
const warmUp = operation.createStream();
warmUp.write(Buffer.from(makeDocument(kind, 1_000_000)));
warmUp.end();
globalThis.gc?.();
const baseline = process.memoryUsage().rss;

let peak = baseline;
let bytes = 0;
let json = 0;
const stream = operation.createStream();
const write = (text: string): void => {
  const chunk = Buffer.from(text);
  bytes += chunk.length;
  json += stream.write(chunk).length;
};
write(kind.head);
for (let i = 0; bytes < size; ) {
  let text = '';
  for (const end = i + 150; i < end; i++) text += kind.item(i);
  write(text);
  if (i % 3000 === 0) peak = Math.max(peak, process.memoryUsage().rss);
}
write(kind.tail);
const reply = stream.end();
if (reply.kind !== 'result') throw new Error('expected a result');
json += reply.result.length;
peak = Math.max(peak, process.memoryUsage().rss);
console.log(JSON.stringify({ baseline, peak, bytes, json }));
