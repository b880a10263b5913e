import type { AddressInfo } from 'node:net';
import { serveProcess } from '@soapstone/testing/server-process';
import express from 'express';
import soap from 'soap';

/** Today's usual program: Express, `express.json()`, node-soap's client, `res.json()`. */
await serveProcess(async ({ upstream }: { upstream: string }) => {
  const client = await soap.createClientAsync(`${upstream}?wsdl`);
  const app = express();
  app.use(express.json());
  app.post('/orders', async (request, response) => {
    const [result] = await client['ListOrdersAsync'](request.body);
    response.json({ result, meta: { service: 'orders', operation: 'ListOrders' } });
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
