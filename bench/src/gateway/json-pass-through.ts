import { serveForwarding } from './forward.js';

/**
 * The pass-through, with an upstream that speaks JSON: what is passed is parsed and printed again by V8 itself, and nothing else. What
 * reading the messages costs a gateway at least, where no SOAP, no schema, no key and no limit is in the way.
 */
await serveForwarding({
  headers: { 'content-type': 'application/json' },
  copy: (body) => Buffer.from(JSON.stringify(JSON.parse(body.toString()))),
});
