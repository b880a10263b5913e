import { describe, expect, test } from 'vitest';
import { isDecodeError } from '../../errors.js';
import { encodeUtf8 } from '../../platform.js';
import { type DecodeSetup, decode, decoderOf, envelope, SOAP11 } from '../../testing/decoding.js';
import { operation } from '../../testing/response-service.js';

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('expected an error');
}

function failure(work: () => unknown): [string, string] {
  const error = caught(work);
  if (!isDecodeError(error)) throw error;
  return [error.code, error.message];
}

describe('documents that are not responses (A14, FL-3, TR-9)', () => {
  const ping = envelope('<t:PingResponse/>');
  test.each<[string, string, string, RegExp]>([
    ['nothing', '', 'NOT_XML', /unexpected end/],
    ['white space', ' \n', 'NOT_XML', /unexpected end/],
    ['HTML', '<!DOCTYPE html><html></html>', 'NOT_XML', /document type declaration/],
    ['well-formed HTML', '<html><body/></html>', 'NOT_SOAP', /root element is html/],
    ['JSON', '{"a":1}', 'NOT_XML', /content before the root/],
    ['plain text', 'Service Unavailable', 'NOT_XML', /content before the root/],
    [
      'an envelope of no known version (BD-1)',
      ping.replace(SOAP11, 'urn:soap'),
      'NOT_SOAP',
      /not a SOAP envelope/,
    ],
    [
      'an element with the right name in no namespace',
      '<Envelope><Body/></Envelope>',
      'NOT_SOAP',
      /not a SOAP envelope/,
    ],
    ['no Body', `<s:Envelope xmlns:s="${SOAP11}"/>`, 'NOT_SOAP', /no body/],
    ['two bodies', ping.replace('</s:Envelope>', '<s:Body/></s:Envelope>'), 'NOT_SOAP', /two bodies/],
    [
      'another element (BD-3)',
      envelope('<t:Extra>x</t:Extra>'),
      'UNEXPECTED_ELEMENT',
      /unexpected element in the Body: \{urn:t\}Extra/,
    ],
    ['cut off', ping.slice(0, -5), 'NOT_XML', /unexpected end/],
    ['something behind', `${ping}<x/>`, 'NOT_XML', /second root/],
    [
      'an entity',
      ping.replace('<t:PingResponse/>', '<t:PingResponse>&xxe;</t:PingResponse>'),
      'NOT_XML',
      /no known reference/,
    ],
    ['an empty fault (FL-3)', envelope('<s:Fault/>'), 'NOT_SOAP', /fault without/],
  ])('%s', (_, xml, code, message) => {
    for (const chunk of [1, 1 << 20])
      expect(failure(() => decode(operation('Ping'), xml, { chunk }))).toEqual([
        code,
        expect.stringMatching(message),
      ]);
  });

  test('an error is thrown again by every later call, and a complete response accepts no more bytes', () => {
    const decoder = decoderOf(operation('Ping'));
    const write = (text: string) => () => decoder.write(encodeUtf8(text));
    const first = caught(write('<a><b>'));
    expect(caught(write(ping))).toBe(first);
    expect(caught(() => decoder.end())).toBe(first);
    const complete = decoderOf(operation('Ping'));
    complete.write(encodeUtf8(ping));
    complete.end();
    expect(caught(() => complete.write(encodeUtf8(ping)))).toMatchObject({
      message: 'the response has already ended',
    });
  });

  test('a one-way operation accepts any response, and still reports a fault (BD-5)', () => {
    const setup: DecodeSetup = { oneWay: true };
    for (const xml of ['', 'OK', '<html>', ping, envelope('<x/>')]) {
      expect(decode(operation('Fire'), xml, setup)).toEqual({ result: '{}', warnings: [] });
    }
    const fault = envelope('<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>');
    expect(decode(operation('Fire'), fault, setup).fault?.reason).toBe('no');
  });
});

describe('strict mode (TR-8)', () => {
  const setup: DecodeSetup = { strictResponses: true };

  test('deviations are errors, and details lists them all', () => {
    const body = '<t:FindResponse><t:User><t:id>x</t:id></t:User><t:User/><t:u/></t:FindResponse>';
    const error = caught(() => decode(operation('Find'), envelope(body), setup));
    expect(
      isDecodeError(error) && { code: error.code, message: error.message, details: error.details },
    ).toEqual({
      code: 'STRICT',
      message: 'the response does not match the WSDL',
      details: [
        { path: '/User/id', keyword: 'format', message: 'INVALID_VALUE: not an xs:int' },
        { path: '/User', keyword: 'maxItems', message: 'TOO_MANY: more than one element; the first is used' },
        { path: '', keyword: 'additionalProperties', message: 'UNKNOWN_ELEMENT: {urn:t}u' },
        { path: '/total', keyword: 'required', message: 'MISSING_REQUIRED: a required element is missing' },
      ],
    });
  });

  test('three deviations are allowed, and a fault is a fault', () => {
    const body = '<t:result><return>5</return></t:result><t:Extra/>';
    expect(decode(operation('RpcSimple'), envelope(body), setup).warnings).toEqual([
      'WRAPPER_NAME',
      'EXTRA_BODY_CHILD',
    ]);
    const fault = envelope(
      '<s:Fault><faultcode>c</faultcode><faultstring>no</faultstring><detail><t:Other>x</t:Other></detail></s:Fault>',
    );
    expect(decode(operation('Get'), fault, setup).fault?.reason).toBe('no');
  });

  test('at most twenty warnings are kept (TR-7)', () => {
    const body = `<t:PingResponse>${'<t:u/>'.repeat(50)}</t:PingResponse>`;
    expect(decode(operation('Ping'), envelope(body)).warnings).toHaveLength(20);
    expect(decode(operation('Ping'), envelope(body), { warnings: 'none' }).warnings).toEqual([]);
  });
});
