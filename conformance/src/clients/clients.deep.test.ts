import { describe, expect, test } from 'vitest';
import { callService, newTally } from '../clients.js';
import { OWN_WSDLS } from '../server.js';
import { CLIENTS } from './drivers.js';

/** How many of the 21 calls each client gets right; the others are in `reasons.ts`. */
const RIGHT: Readonly<Record<string, number>> = {
  'node-soap': 19,
  'strong-soap': 18,
  zeep: 16,
  'PHP’s SoapClient': 20,
  'JAX-WS RI': 11,
  gSOAP: 8,
};

// The corpus is for `pnpm conformance clients`; here are the WSDLs of this repository.
describe.each(CLIENTS)('$name', (client) => {
  test.skipIf(!client.isInstalled())('sends and reads the very values of the examples', async () => {
    const tally = newTally();
    for (const path of OWN_WSDLS) await callService(path, [[client, tally]]);
    expect(tally.wrong).toEqual([]);
    expect(tally.right).toBe(RIGHT[client.name]);
  });
});
