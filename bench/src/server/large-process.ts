import { createSoapServer, items } from '@soapstone/server';
import { listen } from '@soapstone/server/node';
import { RECORDS_WSDL } from './records.js';

/**
 * A server that reads its requests item by item, in its own process. Prints its address; after the second request, the number of
 * items of that request, the CPU time for it in milliseconds, and by how many bytes the peak resident memory of the process grew in the
 * meantime.
 */
let count = 0;
let before = { rss: 0, cpu: process.cpuUsage() };
let requests = 0;
const Store = items('record', async (records) => {
  before = { rss: process.resourceUsage().maxRSS, cpu: process.cpuUsage() };
  count = 0;
  for await (const record of records) if (typeof record === 'object') count += 1;
  return { record: [] };
});
const limits = { streamedBytes: 1_000_000_000 };
const server = await createSoapServer(
  { 'records.wsdl': RECORDS_WSDL },
  { Store },
  { timeout: 600_000, limits },
);
const { address, close } = await listen({
  async fetch(request) {
    const response = await server.fetch(request);
    requests += 1;
    if (requests === 2) {
      const { user, system } = process.cpuUsage(before.cpu);
      const grown = (process.resourceUsage().maxRSS - before.rss) * 1024;
      console.log(JSON.stringify({ items: count, cpu: (user + system) / 1000, grown }));
      setTimeout(() => void close(), 1_000);
    }
    return response;
  },
});
console.log(JSON.stringify({ address }));
