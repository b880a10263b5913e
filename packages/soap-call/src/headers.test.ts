import { describe, expect, test } from 'vitest';
import {
  actionOptions,
  addressingOf,
  envelopeOf,
  packingOptions,
  usesMtom,
  writesAddressing,
} from './headers.js';
import { headerBlocks } from './node.js';
import { webHeaderBlocks } from './web.js';

const requiring = { addressing: 'required', mtom: 'required' } as const;
const offering = { addressing: 'optional', mtom: 'optional' } as const;
const info = { inputAction: 'urn:shop/Order' };
const url = 'http://shop.test/orders';

describe('MTOM and WS-Addressing', () => {
  test.each([
    [requiring, 'auto', true],
    [requiring, undefined, true],
    [requiring, 'never', false],
    [offering, 'auto', false],
    [offering, 'always', true],
    [undefined, 'auto', false],
    [undefined, 'always', true],
  ] as const)('port %j, setting %s: sent is %s', (port, when, isSent) => {
    expect(usesMtom(port, { mtom: when })).toBe(isSent);
    expect(writesAddressing(port, { addressing: when })).toBe(isSent);
  });

  test('WS-Addressing: a chosen property counts with auto, and not with never', () => {
    const addressingProperties = { replyTo: 'http://me.test/' };
    expect(writesAddressing(offering, { addressingProperties })).toBe(true);
    expect(writesAddressing(offering, { addressing: 'never', addressingProperties })).toBe(false);
  });

  test('MTOM: values from 1024 bytes on become parts, unless another size is set', () => {
    expect(packingOptions(requiring, {})).toEqual({ xopThreshold: 1024 });
    expect(packingOptions(requiring, { mtomThreshold: 0 })).toEqual({ xopThreshold: 0 });
    expect(packingOptions(offering, { mtomThreshold: 0 })).toEqual({});
  });
});

describe('addressingOf', () => {
  test('returns the action of the operation, the address and a new ID', () => {
    const first = addressingOf(requiring, {}, info, url);
    const second = addressingOf(requiring, {}, info, url);
    expect(first).toMatchObject({ action: 'urn:shop/Order', to: url });
    expect(first?.messageId).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(second?.messageId).not.toBe(first?.messageId);
  });

  test('chosen properties win, and a chosen version over the default one', () => {
    const addressingProperties = { to: 'urn:to', messageId: 'urn:1', version: '1.0' } as const;
    expect(
      addressingOf(undefined, { addressingProperties, addressingVersion: '2004/08' }, info, url),
    ).toEqual({
      action: 'urn:shop/Order',
      to: 'urn:to',
      messageId: 'urn:1',
      version: '1.0',
    });
  });

  test('returns undefined where none is sent', () => {
    expect(addressingOf(requiring, { addressing: 'never' }, info, url)).toBeUndefined();
  });
});

describe('envelopeOf', () => {
  const addressing = { action: 'urn:a', to: url, messageId: 'urn:1' };
  const messageId = { '{http://www.w3.org/2005/08/addressing}MessageID': 'urn:mine' };

  test('has the blocks, the packing and what the call adds', () => {
    const headers = { Session: 'abc' };
    expect(envelopeOf(requiring, {}, { headers, digits: 'lexical' }, addressing, ['<a/>', '<b/>'])).toEqual({
      options: { xopThreshold: 1024, headers, digits: 'lexical', extraHeaders: ['<a/>', '<b/>'] },
      addressing: { messageId: 'urn:1' },
    });
  });

  test('a chosen action is the SOAPAction too', () => {
    const chosen = { addressingProperties: { action: 'urn:a2' } };
    expect(envelopeOf(offering, chosen, {}, addressing, ['<a/>']).options).toMatchObject({
      soapAction: 'urn:a2',
    });
    expect(actionOptions(chosen, undefined)).toEqual({});
    expect(actionOptions({ addressingProperties: { to: 'urn:b' } }, addressing)).toEqual({});
  });

  test.each([
    ['caller', { headers: messageId }],
    ['owner', { storedHeaders: messageId }],
    [
      'owner, by the older version',
      { storedHeaders: { '{http://schemas.xmlsoap.org/ws/2004/08/addressing}MessageID': 'x' } },
    ],
  ])('the ID is not known if the %s sends another', (_who, added) => {
    expect(envelopeOf(undefined, {}, added, addressing, []).addressing).toEqual({});
  });

  test('has neither addressing nor blocks for a plain call', () => {
    expect(envelopeOf(offering, {}, {}, undefined, [])).toEqual({ options: {} });
  });
});

describe('header blocks', () => {
  const usernameToken = {
    username: 'ada',
    password: 'secret',
    type: 'text',
    nonce: false,
    created: false,
  } as const;
  const blocks = {
    soapVersion: '1.1',
    addressing: { action: 'urn:shop/Order', to: url, messageId: 'urn:1' },
    security: { usernameToken },
  } as const;

  test('Node: WS-Addressing comes before WS-Security', () => {
    const printed = headerBlocks(blocks, new Date(0), (count) => new Uint8Array(count));
    expect(printed.map((block) => /^<([a-z]+:[A-Za-z]+) /.exec(block)?.[1])).toEqual([
      'wsa:Action',
      'wsa:To',
      'wsa:MessageID',
      'wsa:ReplyTo',
      'wsse:Security',
    ]);
    expect(printed[2]).toBe(
      '<wsa:MessageID xmlns:wsa="http://www.w3.org/2005/08/addressing">urn:1</wsa:MessageID>',
    );
  });

  test('web: the same blocks', async () => {
    const withoutIds = (printed: readonly string[]) =>
      printed.map((block) => block.replaceAll(/ wsu:Id="[^"]*"/g, ''));
    expect(withoutIds(await webHeaderBlocks(blocks))).toEqual(withoutIds(headerBlocks(blocks)));
  });

  test('web: credentials that fetch cannot present are a TransportError', async () => {
    const security = { ntlm: { username: 'ada', password: 'secret' } };
    await expect(webHeaderBlocks({ ...blocks, security })).rejects.toMatchObject({
      name: 'TransportError',
      code: 'INVALID_REQUEST',
    });
  });
});
