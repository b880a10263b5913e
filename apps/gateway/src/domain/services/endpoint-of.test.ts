import { expect, test } from 'vitest';
import { endpointOf } from './endpoint-of.js';

const address = 'http://example.com:8080/v1/orders.asmx?tenant=a';

test.each([
  [undefined, address, address],
  ['https://soap.internal/other', address, 'https://soap.internal/other'],
  ['https://soap.internal/', address, 'https://soap.internal/'],
  // Only the scheme and the host, so that each port keeps its path.
  ['https://soap.internal/*', address, 'https://soap.internal/v1/orders.asmx?tenant=a'],
  ['https://soap.internal:8443/proxy/*', address, 'https://soap.internal:8443/proxy/v1/orders.asmx?tenant=a'],
  ['https://soap.internal/*', 'https://example.com', 'https://soap.internal/'],
  // A WSDL without an address, or with an invalid one.
  ['https://soap.internal/*', '', 'https://soap.internal/'],
  ['https://soap.internal/*', 'not a URL', 'https://soap.internal/'],
  [undefined, '', ''],
])('the endpoint %s in place of %s is %s', (endpoint, given, expected) => {
  expect(endpointOf(endpoint, given)).toBe(expected);
});
