import { serveForwarding } from './forward.js';

/** The limit: node:http and undici, nothing parsed. The client sends the envelope itself and gets the envelope back. */
await serveForwarding({
  headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:bench:orders/ListOrders"' },
  copy: (body) => body,
});
