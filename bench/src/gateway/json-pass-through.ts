import { serveForwarding } from './forward.js';

/**
 * The pass-through with a JSON upstream: V8 parses and prints each message, and nothing else happens. This is the minimum cost of
 * reading the messages, without SOAP, schemas, keys and limits.
 */
await serveForwarding({
  headers: { 'content-type': 'application/json' },
  copy: (body) => Buffer.from(JSON.stringify(JSON.parse(body.toString()))),
});
