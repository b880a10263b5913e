import { createMapper, type SoapReply, type SoapReplyText } from '@soapstone/json-xml-mapper';
import type { Bytes } from '@soapstone/soap-model/bytes';
import type { TransportRequest, TransportResponse } from '@soapstone/soap-transport/fetch';
import { describe, expect, test } from 'vitest';
import { type AnswerRules, judgedReader, NO_FAULT, readReply, readWhole } from './answer.js';
import { headerBlocks } from './node.js';
import { encodeCall, sendCall } from './send.js';
import { shopModel } from './testing/shop-model.js';

const mapper = createMapper(await shopModel());
const order = mapper.compile('Order');
const notify = mapper.compile('Notify');
const url = 'http://shop.test/orders';
const utf8 = (text: string): Bytes => Uint8Array.from(new TextEncoder().encode(text));
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

const envelope = (body: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const RESULT = envelope('<OrderResponse xmlns="urn:shop"><id>7</id></OrderResponse>');
const FAULT = envelope(
  '<s:Fault><faultcode>s:Server</faultcode><faultstring>sold out</faultstring></s:Fault>',
);

function answer(status: number, ...chunks: readonly string[]): TransportResponse {
  async function* body() {
    for (const chunk of chunks) yield utf8(chunk);
  }
  return {
    status,
    multipart: false,
    contentType: 'text/xml; charset=utf-8',
    headers: {},
    timing: { queuedMs: 0, connectMs: 1, headersMs: 2 },
    body: body(),
    attachments: () => Promise.reject(new Error('not multipart')),
  };
}

class Unusable extends Error {}

const rulesOf = <Reply extends SoapReply | SoapReplyText>(
  status: number,
  { info }: typeof order,
  empty: Reply,
): AnswerRules<Reply> => ({
  info,
  empty,
  unusable: (cause) => new Unusable(`${status}: ${cause?.code ?? NO_FAULT}`),
});

/** The reply to a call that is decoded as a whole. */
async function whole(operation: typeof order, response: TransportResponse): Promise<unknown> {
  const rules = rulesOf<SoapReply>(response.status, operation, {
    kind: 'result',
    result: { empty: true },
    warnings: [],
  });
  const { status, body, attachments, contentType } = await readWhole(response);
  const reply = readReply(status, body.length === 0, rules, () =>
    operation.fromXml(body, { attachments, contentType }),
  );
  return reply.kind === 'fault' ? reply.fault.reason : reply.result;
}

/** The same, decoded while it arrives. */
async function inPieces(operation: typeof order, response: TransportResponse): Promise<unknown> {
  const empty = { kind: 'result', result: utf8('{"empty":true}'), warnings: [] } as const;
  const rules = rulesOf<SoapReplyText>(response.status, operation, empty);
  const reader = judgedReader(response.status, rules, operation.createStream());
  let json = '';
  for await (const chunk of response.body) json += text(reader.write(chunk));
  const reply = reader.end();
  if (reply.kind === 'fault') return reply.fault.reason;
  return JSON.parse(json + text(reply.result));
}

describe.each([
  ['as a whole', whole],
  ['in pieces', inPieces],
] as const)('a response %s', (_how, reply) => {
  test('is a result', async () => {
    expect(await reply(order, answer(200, RESULT))).toEqual({ id: 7 });
    expect(await reply(order, answer(200, RESULT.slice(0, 90), RESULT.slice(90)))).toEqual({ id: 7 });
  });

  test.each([200, 400, 500])('is a fault, with the status %i', async (status) => {
    expect(await reply(order, answer(status, FAULT))).toBe('sold out');
  });

  test('to a one-way operation may be its status alone (BD-5)', async () => {
    expect(await reply(notify, answer(202))).toEqual({ empty: true });
    expect(await reply(notify, answer(200, ''))).toEqual({ empty: true });
    await expect(reply(notify, answer(500))).rejects.toThrow(new Unusable(`500: ${NO_FAULT}`));
    await expect(reply(order, answer(202))).rejects.toThrow(new Unusable('202: NOT_XML'));
  });

  test('is unusable with an error status and no fault (FL-3)', async () => {
    await expect(reply(order, answer(500, RESULT))).rejects.toThrow(
      new Unusable('500: an envelope without a fault'),
    );
  });

  test('is unusable if it is no SOAP message', async () => {
    await expect(reply(order, answer(502, '<html></html>'))).rejects.toThrow(new Unusable('502: NOT_SOAP'));
    await expect(reply(order, answer(200, RESULT.slice(0, 90)))).rejects.toThrow(
      new Unusable('200: NOT_XML'),
    );
  });

  test('that breaks off fails with the error of the transport', async () => {
    async function* broken() {
      yield utf8(RESULT.slice(0, 90));
      throw new Error('the connection was closed');
    }
    await expect(reply(order, { ...answer(200), body: broken() })).rejects.toThrow(
      'the connection was closed',
    );
  });
});

describe('a request', () => {
  const call = {
    info: order.info,
    port: undefined,
    url,
    settings: {},
    credentials: undefined,
    added: {},
    sending: {},
  } as const;
  const encode = (json: string) => (options: Parameters<typeof order.encodeJson>[1]) =>
    order.encodeJson(utf8(json), options);

  test('plain: prints no header blocks', async () => {
    const { message, addressing } = await encodeCall(call, {
      headerBlocks: () => Promise.reject(new Error('there are none')),
      encode: encode('{"item":"pen"}'),
    });
    expect(message).toEqual({
      url,
      account: '',
      body: message.body,
      contentType: 'text/xml; charset=utf-8',
      soapAction: '"urn:shop/Order"',
      soapVersion: '1.1',
      attachments: [],
    });
    expect(text(message.body)).toContain(':item>pen<');
    expect(addressing).toBeUndefined();
  });

  test('has what was chosen, and what the transport receives', async () => {
    const credentials = { usernameToken: { username: 'ada', password: 'secret', type: 'text' } } as const;
    const part = { contentId: 'a', contentType: 'text/plain', data: utf8('a') };
    const { message, addressing } = await encodeCall(
      {
        ...call,
        credentials,
        settings: { addressing: 'always', mtom: 'always' },
        parts: [part],
        sending: { deadlineMs: 5, lenientHttp: undefined },
      },
      { headerBlocks, encode: encode('{"item":"pen"}') },
    );
    expect(message).toMatchObject({ credentials, packaging: 'mtom', attachments: [part], deadlineMs: 5 });
    expect(message).not.toHaveProperty('lenientHttp');
    expect(text(message.body)).toContain(`>${addressing?.messageId}</wsa:MessageID>`);
    expect(text(message.body)).toContain('<wsse:Username>ada</wsse:Username>');
  });

  test('is known as it was sent, if credentials secured it', async () => {
    const secured = utf8('<secured/>');
    const transport = {
      send(request: TransportRequest): Promise<TransportResponse> {
        request.onEnvelope?.(secured);
        return Promise.resolve(answer(200, RESULT));
      },
    };
    const { message } = await encodeCall(call, { headerBlocks, encode: encode('{"item":"pen"}') });
    const plain = sendCall(transport, message);
    await plain.response;
    expect(plain.message()).toBe(message);
    const sent = sendCall(transport, {
      ...message,
      credentials: { basic: { username: 'a', password: 'b' } },
    });
    await sent.response;
    expect(sent.message().body).toBe(secured);
  });
});
