import { describe, expect, test } from 'vitest';
import { decode, envelope } from '../../testing/decoding.js';
import { operation } from '../../testing/response-service.js';

function caughtStrict(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('headers (HD-6, HD-7)', () => {
  const get = operation('Get');
  const body = '<t:GetResponse/>';

  test('declared blocks are returned, others dropped (HD-6)', () => {
    const header =
      '<w:Action xmlns:w="http://www.w3.org/2005/08/addressing">x</w:Action><t:Auth s:mustUnderstand="1" s:actor="x"><t:Token>abc</t:Token></t:Auth>';
    for (const chunk of [1, 1 << 20]) {
      expect(decode(get, envelope(body, { header }), { chunk })).toEqual({
        result: '{}',
        headers: '{"Auth":{"Token":"abc"}}',
        warnings: [],
      });
    }
  });

  test('no declared block, no headers', () => {
    const header = '<t:Other s:mustUnderstand="true">1</t:Other>';
    expect(decode(get, envelope(body, { header }))).toEqual({
      result: '{}',
      warnings: ['MUST_UNDERSTAND_IGNORED'],
    });
  });

  describe('WA-4 WS-Addressing of the response', () => {
    const messageId = 'urn:uuid:6b29fc40-ca47-1067-b31d-00dd010662da';
    const sent = { decode: { addressing: { messageId } } };
    const block = (
      name: string,
      text: string,
      attributes = '',
      uri = 'http://www.w3.org/2005/08/addressing',
    ) => `<a:${name} xmlns:a="${uri}" ${attributes}>${text}</a:${name}>`;
    const must = 's:mustUnderstand="1"';
    const uri2004 = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';

    test.each([
      block('Action', 'urn:t/GetResponse', must) + block('RelatesTo', ` ${messageId}\n`, must),
      block('From', '<a:Address>http://a.example/<!-- c --></a:Address>', must),
      block('RelatesTo', messageId, 'RelationshipType="http://www.w3.org/2005/08/addressing/reply"'),
      block('RelatesTo', 'urn:other', 'RelationshipType="urn:t/supersedes"'),
      block('RelatesTo', messageId, must, uri2004) + block('Action', 'x', must, uri2004),
      block('RelatesTo', messageId, 'RelationshipType="a:Reply"', uri2004),
    ])('is understood if the request had it: %s', (header) => {
      const strict = { ...sent, strictResponses: true };
      expect(decode(get, envelope(body, { header }), strict)).toEqual({ result: '{}', warnings: [] });
    });

    test.each([
      block('RelatesTo', 'urn:uuid:0'),
      block('RelatesTo', ''),
      block('RelatesTo', `<x>${messageId}</x>`),
      block('RelatesTo', 'urn:uuid:0', 'RelationshipType="a:Reply"', uri2004),
    ])('warns about a reply to another message, and strict mode rejects it: %s', (header) => {
      const xml = envelope(body, { header });
      expect(decode(get, xml, sent)).toEqual({ result: '{}', warnings: ['RELATES_TO_MISMATCH'] });
      const error = caughtStrict(() => decode(get, xml, { ...sent, strictResponses: true }));
      expect(error).toMatchObject({ code: 'STRICT', details: [{ keyword: 'header' }] });
    });

    test('may name any message if none was sent, as in a replay', () => {
      const header = block('Action', 'x', must) + block('RelatesTo', 'urn:other', must);
      const replayed = { decode: { addressing: {} }, strictResponses: true };
      expect(decode(get, envelope(body, { header }), replayed)).toEqual({ result: '{}', warnings: [] });
    });

    test('is not understood if the request had none, nor are blocks of other namespaces', () => {
      const action = envelope(body, { header: block('Action', 'x', must) });
      expect(decode(get, action)).toEqual({ result: '{}', warnings: ['MUST_UNDERSTAND_IGNORED'] });
      const other = envelope(body, { header: block('Action', 'x', must, 'urn:other') });
      expect(decode(get, other, sent)).toEqual({ result: '{}', warnings: ['MUST_UNDERSTAND_IGNORED'] });
    });

    test('is read along with the declared blocks, and with a fault', () => {
      const header = `${block('RelatesTo', messageId, must)}<t:Auth><t:Token>x</t:Token></t:Auth>`;
      expect(decode(get, envelope(body, { header }), sent)).toEqual({
        result: '{}',
        headers: '{"Auth":{"Token":"x"}}',
        warnings: [],
      });
      const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>';
      const reply = decode(get, envelope(fault, { header: block('Action', 'x', must) }), sent);
      expect(reply).toMatchObject({ fault: { reason: 'no' }, warnings: [] });
    });
  });

  test('warnings below a header say so, and a second block is too many', () => {
    const header = '<t:Auth><t:Tok>a</t:Tok></t:Auth><t:Auth/>';
    expect(decode(get, envelope(body, { header }))).toEqual({
      result: '{}',
      headers: '{"Auth":{}}',
      warnings: [
        'UNKNOWN_ELEMENT /$headers/Auth',
        'MISSING_REQUIRED /$headers/Auth/Token',
        'TOO_MANY /$headers/Auth',
      ],
    });
  });

  test('blocks of soap:headerfault go with the fault (HD-7)', () => {
    const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>';
    const header = '<t:Trace>t-1</t:Trace>';
    expect(decode(get, envelope(fault, { header })).fault?.headers).toEqual({ Trace: 't-1' });
  });
});
