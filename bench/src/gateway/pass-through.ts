import { serveForwarding } from './forward.js';

/** The lower bound: node:http and undici, nothing parsed. The client sends and receives the envelope itself. */
await serveForwarding({
  headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '"urn:bench:orders/ListOrders"' },
  copy: (body) => body,
});
