import type { EncodeOptions, SoapRequest } from '@soapstone/json-xml-mapper';
import { expect, test } from 'vitest';
import type { Target } from '../catalog/resolve.js';
import { doorOf, ToolDoor } from './doors.js';
import type { ProxyRequest } from './http.js';
import { encodeInput } from './prepared-call.js';
import { type CallEnvelope, recordedEnvelope } from './request-options.js';

/** A target that notes the options with which an input is encoded. */
function createTarget(secrets: object): { readonly target: Target; readonly used: EncodeOptions[] } {
  const used: EncodeOptions[] = [];
  const encoded = (options: EncodeOptions): SoapRequest => {
    used.push(options);
    return { body: new Uint8Array([used.length]), contentType: 'text/xml', attachments: [] };
  };
  const target = {
    operation: {
      info: { soapVersion: '1.1' },
      encodeJson: (_json: Uint8Array, options: EncodeOptions) => encoded(options),
      encodeQuery: (_query: string, options: EncodeOptions) => ({
        request: encoded(options),
        canonical: '{}',
      }),
    },
    service: { secrets, service: { settings: { addressing: 'never' } } },
  };
  return { target: target as unknown as Target, used };
}

const request = (method: 'GET' | 'POST'): ProxyRequest =>
  ({
    method,
    query: '',
    header: (name: string) => (name === 'content-type' ? 'application/json' : undefined),
    readBody: async () => new TextEncoder().encode('{}'),
  }) as unknown as ProxyRequest;

const encode = (method: 'GET' | 'POST', target: Target, envelope: CallEnvelope) =>
  encodeInput(request(method), doorOf(request(method)), target, envelope, 100);

test.each(['GET', 'POST'] as const)(
  'recorded %s: a service without additions is encoded once',
  async (method) => {
    const { target, used } = createTarget({});
    const encoded = await encode(method, target, recordedEnvelope(target, undefined, 0));
    expect(used).toHaveLength(1);
    expect(encoded.recorded).toBe(encoded.request);
  },
);

test.each(['GET', 'POST'] as const)(
  'recorded %s: the recorded request has none of the header blocks that the owner adds',
  async (method) => {
    const stored = { blocks: { Token: 'secret' }, locked: ['Token'] };
    const { target, used } = createTarget({ headers: stored });
    const encoded = await encode(method, target, recordedEnvelope(target, { Trace: '1' }, 0));
    expect(used).toEqual([
      { headers: { Trace: '1' }, storedHeaders: stored.blocks, lockedHeaders: stored.locked },
      { headers: { Trace: '1' } },
    ]);
    expect(encoded.recorded).not.toBe(encoded.request);
  },
);

test('a tool call: decimals as the service wrote them, no method to check, and cached responses where GET is allowed', async () => {
  const door = new ToolDoor({
    client: 'program',
    caller: {} as never,
    onAttachments() {},
    onSent: undefined,
  });
  const { target, used } = createTarget({});
  await encodeInput(request('POST'), door, target, { options: {} }, 100);
  expect(used).toEqual([{ digits: 'lexical' }]);
  expect(door.checkMethod(request('POST'), { methods: ['GET'] })).toBe(true);
  expect(door.checkMethod(request('POST'), { methods: ['POST'] })).toBe(false);
  expect(() => doorOf(request('POST')).checkMethod(request('POST'), { methods: ['GET'] })).toThrow(/GET/);
});
