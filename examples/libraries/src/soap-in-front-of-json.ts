/** Keeps a SOAP service for its callers when a JSON API has replaced it: each operation becomes a POST, and each error a fault. */
import { parseJson, stringify } from '@soapstone/json-xml-mapper';
import { createSoapServer, SoapFault } from '@soapstone/server';
import { listen } from '@soapstone/server/node';

const [, , wsdl = 'users.wsdl', api = 'http://localhost:3000/users', port = '8093'] = process.argv;
const headers = { 'content-type': 'application/json' };
const server = await createSoapServer(
  wsdl,
  {},
  {
    async fallback(input, { operation, signal }) {
      const request = { method: 'POST', headers, body: stringify(input), signal };
      const response = await fetch(`${api}/${operation}`, request);
      const body = parseJson(await response.text());
      if (response.ok) return body;
      const { error } = body as { error?: { fault?: { reason: string; detail?: Record<string, unknown> } } };
      const reason = error?.fault?.reason ?? `the API answered ${response.status}`;
      throw new SoapFault({ reason, detail: error?.fault?.detail });
    },
  },
);
console.log((await listen(server, { port: Number(port) })).address);
