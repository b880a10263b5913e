import { createClient } from '@soapstone/client';
import { SHOP_WSDL } from '../mapper/decode-documents.js';

/**
 * Reads a large response item by item, in its own process. Prints the number of items, and by how many bytes the peak
 * resident memory of the process grew in the meantime, after a small call.
 */
const [server, bytes] = process.argv.slice(2);
await using small = await createClient(SHOP_WSDL, { endpoint: `${server}/1000` });
await small.$operation('ListRecords')({ limit: 1 });
const before = process.resourceUsage().maxRSS;
await using large = await createClient(SHOP_WSDL, { endpoint: `${server}/${bytes}` });
let items = 0;
for await (const record of large.$operation('ListRecords').items({ limit: 1 }, 'record')) {
  if (typeof record === 'object') items++;
}
console.log(JSON.stringify({ items, grown: (process.resourceUsage().maxRSS - before) * 1024 }));
