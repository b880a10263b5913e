import { startUserDirectory } from '@soapstone/testing/user-directory';
import { expect, test } from 'vitest';
import {
  createClient,
  type ErrorEvent,
  type RequestEvent,
  type ResponseEvent,
  type TransportError,
} from '../index.js';
import { startHttpServer, textWsdl } from '../testing/echo-server.js';

test('each request is followed by one response or error event, with span attributes', async () => {
  const server = await startUserDirectory();
  const seen: [string, RequestEvent | ResponseEvent | ErrorEvent][] = [];
  const client = await createClient(server.wsdlAddress, {
    hooks: {
      request: (event) => void seen.push(['request', event]),
      response: (event) => void seen.push(['response', event]),
      error: (event) => void seen.push(['error', event]),
    },
  });
  await client.$operation('GetUser')({ userId: 1001 });
  await client
    .$operation('GetUser')({ userId: 5 })
    .catch(() => undefined);
  await client
    .$operation('GetUser')({ userId: 'x' })
    .catch(() => undefined);
  await server.stop();
  await client
    .$operation('GetUser')({ userId: 1001 })
    .catch(() => undefined);

  expect(seen.map(([kind]) => kind)).toEqual([
    'request',
    'response',
    'request',
    'response',
    'request',
    'error',
  ]);
  const [request, response, , fault, lost, error] = seen.map(([, event]) => event) as [
    RequestEvent,
    ResponseEvent,
    RequestEvent,
    ResponseEvent,
    RequestEvent,
    ErrorEvent,
  ];
  const { host, port } = { host: '127.0.0.1', port: Number(new URL(server.address).port) };
  expect(request).toMatchObject({
    operation: 'GetUser',
    spanName: 'UserDirectory/GetUser',
    port: 'UserDirectorySoap',
  });
  expect(request.attributes).toEqual({
    'rpc.system': 'soap',
    'rpc.service': 'UserDirectory',
    'rpc.method': 'GetUser',
    'server.address': host,
    'server.port': port,
    'url.full': server.address,
    'http.request.method': 'POST',
    'http.request.body.size': request.body.length,
  });
  expect(response.request).toBe(request);
  expect(response).toMatchObject({
    status: 200,
    fault: undefined,
    attributes: { 'http.response.status_code': 200, 'http.response.body.size': response.body?.length },
  });
  expect(fault.fault).toMatchObject({ name: 'UserNotFound' });
  expect(fault.attributes['error.type']).toMatch(/Client$/);
  expect(error.request).toBe(lost);
  expect(error).toMatchObject({
    error: { name: 'TransportError' },
    attributes: { 'error.type': (error.error as TransportError).code },
  });
});

test('a call rejects with the error that a hook throws', async () => {
  const server = await startHttpServer(() => ({}));
  const client = await createClient(textWsdl(['A'], server.address), {
    hooks: { request: () => Promise.reject(new Error('no token')) },
  });
  await expect(client.$operation('A')()).rejects.toThrow('no token');
  expect(server.received).toEqual([]);
  await client.$close();
  await server.stop();
});

test('span attributes omit the query of an address, which may hold a key', async () => {
  let attributes: unknown;
  const client = await createClient(textWsdl(['A'], 'http://127.0.0.1:9/x?key=secret'), {
    hooks: {
      request(event) {
        attributes = event.attributes;
      },
    },
  });
  await client
    .$operation('A')()
    .catch(() => undefined);
  expect(attributes).toMatchObject({ 'url.full': 'http://127.0.0.1:9/x' });
  await client.$close();
});
