import { describe, expect, test } from 'vitest';
import { isDecodeError } from '../../errors.js';
import { encodeUtf8 } from '../../platform.js';
import type { OperationShape } from '../../shape/operation-shape.js';
import {
  type DecodeSetup,
  decode,
  decodeBody,
  decoderOf,
  envelope,
  SOAP11,
  SOAP12,
} from '../../testing/decoding.js';
import { attribute, el, part, SchemaLiteral, sequence } from '../../testing/schema-literal.js';
import { operationShape } from '../../testing/shapes.js';

const schema = new SchemaLiteral();
const user = schema.complex(
  'User',
  sequence(el('id', 'int'), el('role', 'string', { minOccurs: 0, maxOccurs: 9 })),
  {
    attributes: [attribute('k', 'string')],
  },
);
const record = (name: string, options = {}) => schema.complex(undefined, sequence(el(name, user, options)));
schema.element('Get', schema.complex(undefined, sequence()));
schema.element('GetResponse', record('GetResult', { minOccurs: 0, nillable: true }));
schema.element('Must', schema.complex(undefined, sequence()));
schema.element('MustResponse', record('MustResult'));
schema.element('Add', schema.complex(undefined, sequence()));
schema.element('AddResponse', schema.complex(undefined, sequence(el('AddResult', 'int'))));
schema.element('List', schema.complex(undefined, sequence()));
schema.element('ListResponse', record('User', { maxOccurs: 'unbounded' }));
schema.element('Find', schema.complex(undefined, sequence()));
schema.element('FindResponse', schema.complex(undefined, sequence(el('User', user), el('total', 'int'))));
schema.element('Price', schema.complex(undefined, sequence()));
schema.element('PriceResponse', 'decimal');
schema.element('Ping', schema.complex(undefined, sequence()));
schema.element('PingResponse', schema.complex(undefined));
schema.element('Extra', 'string');
schema.element('Auth', schema.complex(undefined, sequence(el('Token', 'string'))));
schema.element('Trace', 'string');
schema.element(
  'UserNotFound',
  schema.complex(
    undefined,
    sequence(el('userId', 'int'), el('tag', 'string', { minOccurs: 0, maxOccurs: 9 })),
  ),
);
schema.element('Other', 'int');

const header = (element: string, faults: readonly string[] = []) => ({
  part: part('h', element),
  use: 'literal' as const,
  required: false,
  faults: faults.map((name) => part('f', name)),
});
const model = schema.service({
  Get: {
    output: { headers: [header('Auth', ['Trace'])] },
    faults: [{ name: 'UserNotFoundFault', use: 'literal', part: part('d', 'UserNotFound') }],
  },
  Must: {},
  Add: {},
  List: {},
  Find: {},
  Price: {},
  Ping: {},
  Two: { output: { parts: [part('a', 'Price'), part('b', 'Extra'), part('c', 'PriceResponse')] } },
  None: { output: { parts: [] } },
  Typed: { output: { parts: [part('p', { type: user })] } },
  Scalar: { output: { parts: [part('p', { type: 'int' })] } },
  RpcRecord: { style: 'rpc', output: { parts: [part('return', { type: user })] } },
  RpcResult: { style: 'rpc', output: { parts: [part('result', { type: 'string' })] } },
  RpcSimple: { style: 'rpc', output: { parts: [part('return', { type: 'int' })] } },
  RpcTwo: { style: 'rpc', output: { parts: [part('a', { type: 'int' }), part('b', { type: 'int' })] } },
  RpcVoid: { style: 'rpc', output: { parts: [] } },
  RpcVoidEncoded: { style: 'rpc', output: { use: 'encoded', parts: [] } },
  Fire: { output: 'none' },
});
function caughtStrict(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const operation = (name: string, unwrap?: 'record' | 'payload' | 'none'): OperationShape =>
  operationShape(model, name, unwrap === undefined ? {} : { unwrap });

describe('results (§4.1, §4.2, example 4.2)', () => {
  const one = '<t:id>1</t:id>';
  test.each<[string, string, string, string, string[]]>([
    [
      'a record (UW-4)',
      'Get',
      `<t:GetResponse><t:GetResult k="v">${one}</t:GetResult></t:GetResponse>`,
      '{"@k":"v","id":1,"role":[]}',
      [],
    ],
    ['no record (UW-5)', 'Get', '<t:GetResponse/>', '{}', []],
    [
      'a nil record (UW-5)',
      'Get',
      '<t:GetResponse><t:GetResult xsi:nil="true"/></t:GetResponse>',
      '{"$nil":true}',
      [],
    ],
    [
      'a nil record with attributes (UW-5)',
      'Get',
      '<t:GetResponse><t:GetResult k="v" xsi:nil="true"/></t:GetResponse>',
      '{"$nil":true,"@k":"v"}',
      [],
    ],
    ['a nil payload element', 'Get', '<t:GetResponse xsi:nil="true"/>', '{"$nil":true}', ['UNEXPECTED_NIL']],
    [
      'a nil payload element without a record',
      'Add',
      '<t:AddResponse xsi:nil="1"/>',
      '{"$nil":true}',
      ['UNEXPECTED_NIL'],
    ],
    [
      'a required record that is missing (TR-3)',
      'Must',
      '<t:MustResponse/>',
      '{}',
      ['MISSING_REQUIRED /MustResult'],
    ],
    [
      'a second record (TR-3)',
      'Must',
      `<t:MustResponse><t:MustResult>${one}</t:MustResult><t:MustResult/></t:MustResponse>`,
      '{"id":1,"role":[]}',
      ['TOO_MANY /MustResult'],
    ],
    [
      'a record under another namespace (KY-5)',
      'Must',
      `<t:MustResponse><MustResult>${one}</MustResult></t:MustResponse>`,
      '{"id":1,"role":[]}',
      ['NAMESPACE_MISMATCH'],
    ],
    [
      'beside the record',
      'Must',
      `<t:MustResponse>x<t:u/><t:MustResult>${one}</t:MustResult></t:MustResponse>`,
      '{"id":1,"role":[]}',
      ['UNEXPECTED_TEXT', 'UNKNOWN_ELEMENT'],
    ],
    [
      'a simple result keeps its name (UW-6)',
      'Add',
      '<t:AddResponse><t:AddResult>5</t:AddResult></t:AddResponse>',
      '{"AddResult":5}',
      [],
    ],
    [
      'a repeated record (UW-6)',
      'List',
      `<t:ListResponse><t:User>${one}</t:User><t:User>${one}</t:User></t:ListResponse>`,
      '{"User":[{"id":1,"role":[]},{"id":1,"role":[]}]}',
      [],
    ],
    [
      'a record and a scalar (UW-6)',
      'Find',
      `<t:FindResponse><t:User>${one}</t:User><t:total>1</t:total></t:FindResponse>`,
      '{"User":{"id":1,"role":[]},"total":1}',
      [],
    ],
    [
      'a bare element of simple type',
      'Price',
      '<t:PriceResponse>9.50</t:PriceResponse>',
      '{"PriceResponse":9.5}',
      [],
    ],
    ['void (UW-8)', 'Ping', '<t:PingResponse/>', '{}', []],
    [
      'several parts',
      'Two',
      '<t:Price/><t:Extra>x</t:Extra><t:PriceResponse>1</t:PriceResponse>',
      '{"Price":{},"Extra":"x","PriceResponse":1}',
      [],
    ],
    ['no part, empty Body', 'None', '', '{}', []],
    ['a part by complex type: the Body has that type', 'Typed', one, '{"id":1,"role":[]}', []],
    ['a part by simple type: the Body is the value', 'Scalar', ' 5 ', '{"p":5}', []],
    [
      'rpc, one record part',
      'RpcRecord',
      '<t:RpcRecordResponse><return><t:id>1</t:id></return></t:RpcRecordResponse>',
      '{"id":1,"role":[]}',
      [],
    ],
    [
      'rpc, one simple part',
      'RpcSimple',
      '<t:RpcSimpleResponse><return>5</return></t:RpcSimpleResponse>',
      '{"return":5}',
      [],
    ],
    [
      'rpc, two parts in any order',
      'RpcTwo',
      '<t:RpcTwoResponse><b>2</b><a>1</a></t:RpcTwoResponse>',
      '{"a":1,"b":2}',
      [],
    ],
    ['a void rpc wrapper (UW-8)', 'RpcVoid', '<t:RpcVoidResponse/>', '{}', []],
    ['a void rpc wrapper that is nil (UW-8)', 'RpcVoid', '<t:RpcVoidResponse xsi:nil="true"/>', '{}', []],
    [
      'a nil rpc wrapper of a void encoded operation (UW-8)',
      'RpcVoidEncoded',
      '<t:RpcVoidEncodedResponse xsi:nil="1"></t:RpcVoidEncodedResponse>',
      '{}',
      [],
    ],
    ['no output at all (UW-8)', 'Fire', '<t:Whatever/>', '{}', []],
  ])('%s', (_, id, body, result, warnings) => {
    expect(decodeBody(operation(id), body)).toEqual([result, ...warnings]);
  });

  test('how much is left out can be chosen (UW-7)', () => {
    const body = '<t:GetResponse><t:GetResult><t:id>1</t:id></t:GetResult></t:GetResponse>';
    expect(decodeBody(operation('Get', 'payload'), body)).toEqual(['{"GetResult":{"id":1,"role":[]}}']);
    expect(decodeBody(operation('Get', 'none'), body)).toEqual([
      '{"GetResponse":{"GetResult":{"id":1,"role":[]}}}',
    ]);
  });
});

describe('which Body child is the payload (§4.3)', () => {
  test.each<[string, string, string, string, string[]]>([
    [
      'another namespace (BD-3)',
      'Add',
      '<u:AddResponse xmlns:u="urn:u"><t:AddResult>5</t:AddResult></u:AddResponse>',
      '{"AddResult":5}',
      ['NAMESPACE_MISMATCH'],
    ],
    [
      'more children (BD-3)',
      'Add',
      '<t:AddResponse><t:AddResult>5</t:AddResult></t:AddResponse><t:Extra/>',
      '{"AddResult":5}',
      ['EXTRA_BODY_CHILD'],
    ],
    [
      'the right one comes later (BD-3)',
      'Add',
      '<AddResponse><t:AddResult>6</t:AddResult></AddResponse><t:AddResponse><t:AddResult>5</t:AddResult></t:AddResponse>',
      '{"AddResult":5}',
      ['NAMESPACE_MISMATCH', 'EXTRA_BODY_CHILD'],
    ],
    [
      'another wrapper name, rpc only (BD-3)',
      'RpcSimple',
      '<t:result><return>5</return></t:result>',
      '{"return":5}',
      ['WRAPPER_NAME'],
    ],
    [
      'another accessor name (BD-6)',
      'RpcSimple',
      '<t:RpcSimpleResponse><addReturn>5</addReturn></t:RpcSimpleResponse>',
      '{"return":5}',
      [],
    ],
    [
      'another accessor name of a record (BD-6)',
      'RpcRecord',
      '<t:RpcRecordResponse><getReturn><t:id>1</t:id></getReturn></t:RpcRecordResponse>',
      '{"id":1,"role":[]}',
      [],
    ],
    [
      'the accessor comes after something else (BD-6, L8)',
      'RpcSimple',
      '<t:RpcSimpleResponse><x>4</x><return>5</return></t:RpcSimpleResponse>',
      '{"return":5}',
      [],
    ],
    [
      'a record accessor after something else (BD-6, L8)',
      'RpcRecord',
      '<t:RpcRecordResponse><x/><return><t:id>1</t:id></return></t:RpcRecordResponse>',
      '{"id":1,"role":[]}',
      ['MISSING_REQUIRED /id'],
    ],
    [
      'rpc:result beside a record (EN-6)',
      'RpcRecord',
      '<t:RpcRecordResponse><r:result xmlns:r="http://www.w3.org/2003/05/soap-rpc">return</r:result><other><t:id>1</t:id></other></t:RpcRecordResponse>',
      '{"id":1,"role":[]}',
      [],
    ],
    [
      'rpc:result of SOAP 1.2 (EN-6)',
      'RpcSimple',
      '<t:RpcSimpleResponse><r:result xmlns:r="http://www.w3.org/2003/05/soap-rpc">return</r:result><other>5</other></t:RpcSimpleResponse>',
      '{"return":5}',
      [],
    ],
    [
      'rpc:result where the return value is called result too (EN-6)',
      'RpcResult',
      '<t:RpcResultResponse><r:result xmlns:r="http://www.w3.org/2003/05/soap-rpc">result</r:result><result>done</result></t:RpcResultResponse>',
      '{"result":"done"}',
      [],
    ],
    [
      'rpc:result after such a value (EN-6)',
      'RpcResult',
      '<t:RpcResultResponse><result>done</result><r:result xmlns:r="http://www.w3.org/2003/05/soap-rpc">result</r:result></t:RpcResultResponse>',
      '{"result":"done"}',
      [],
    ],
    ['an empty Body (BD-4)', 'Add', '', '{}', ['EMPTY_BODY']],
    ['an empty Body where elements are expected (BD-4)', 'Price', ' <!-- nothing --> ', '{}', ['EMPTY_BODY']],
  ])('%s', (_, id, body, result, warnings) => {
    expect(decodeBody(operation(id), body)).toEqual([result, ...warnings]);
  });

  test('after the Body there may be anything (R1011)', () => {
    const xml = envelope('<t:PingResponse/>').replace('</s:Body>', '</s:Body><s:More><x/></s:More>');
    expect(decode(operation('Ping'), xml).result).toBe('{}');
  });

  test('both SOAP versions, whatever the binding says (BD-1, L13)', () => {
    const body = '<t:AddResponse><t:AddResult>5</t:AddResult></t:AddResponse>';
    expect(decode(operation('Add'), envelope(body, { version: '1.2' })).result).toBe('{"AddResult":5}');
  });
});

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
      'an element of the right name in no namespace',
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
      /unexpected response element \{urn:t\}Extra/,
    ],
    ['cut off', ping.slice(0, -5), 'NOT_XML', /unexpected end/],
    ['something behind', `${ping}<x/>`, 'NOT_XML', /second root/],
    [
      'an entity',
      ping.replace('<t:PingResponse/>', '<t:PingResponse>&xxe;</t:PingResponse>'),
      'NOT_XML',
      /no known reference/,
    ],
    ['a fault without anything (FL-3)', envelope('<s:Fault/>'), 'NOT_SOAP', /fault without/],
  ])('%s', (_, xml, code, message) => {
    for (const chunk of [1, 1 << 20])
      expect(failure(() => decode(operation('Ping'), xml, { chunk }))).toEqual([
        code,
        expect.stringMatching(message),
      ]);
  });

  test('an error comes again, and nothing after it', () => {
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

  test('a one-way operation takes anything but a fault (BD-5)', () => {
    const setup: DecodeSetup = { oneWay: true };
    for (const xml of ['', 'OK', '<html>', ping, envelope('<x/>')]) {
      expect(decode(operation('Fire'), xml, setup)).toEqual({ result: '{}', warnings: [] });
    }
    const fault = envelope('<s:Fault><faultcode>s:Client</faultcode><faultstring>no</faultstring></s:Fault>');
    expect(decode(operation('Fire'), fault, setup).fault?.reason).toBe('no');
  });
});

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
    ])('is understood where the request had it: %s', (header) => {
      const strict = { ...sent, strictResponses: true };
      expect(decode(get, envelope(body, { header }), strict)).toEqual({ result: '{}', warnings: [] });
    });

    test.each([
      block('RelatesTo', 'urn:uuid:0'),
      block('RelatesTo', ''),
      block('RelatesTo', `<x>${messageId}</x>`),
      block('RelatesTo', 'urn:uuid:0', 'RelationshipType="a:Reply"', uri2004),
    ])('tells of a reply to another message, and strict mode refuses it: %s', (header) => {
      const xml = envelope(body, { header });
      expect(decode(get, xml, sent)).toEqual({ result: '{}', warnings: ['RELATES_TO_MISMATCH'] });
      const error = caughtStrict(() => decode(get, xml, { ...sent, strictResponses: true }));
      expect(error).toMatchObject({ code: 'STRICT', details: [{ keyword: 'header' }] });
    });

    test('is not understood where the request had none, nor are blocks of other namespaces', () => {
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

describe('faults (§6)', () => {
  const get = operation('Get');
  const detail = '<t:UserNotFound><t:userId>42</t:userId></t:UserNotFound>';

  test('SOAP 1.1 (FL-1, FL-2, example 6.1)', () => {
    const xml = envelope(
      `<s:Fault><faultcode>s:Server</faultcode><faultstring>No such user</faultstring><faultactor> urn:a </faultactor><detail a="1">${detail}</detail></s:Fault>`,
    );
    for (const chunk of [1, 7, 1 << 20]) {
      expect(decode(get, xml, { chunk })).toEqual({
        fault: {
          version: '1.1',
          code: `{${SOAP11}}Server`,
          reason: 'No such user',
          actor: 'urn:a',
          name: 'UserNotFoundFault',
          detail: { UserNotFound: { userId: 42, tag: [] } },
        },
        warnings: [],
      });
    }
  });

  test('SOAP 1.2, with subcodes and several languages (FL-1)', () => {
    const xml = envelope(
      `<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>t:Bad</s:Value><s:Subcode><s:Value xmlns:q="urn:q">q:Worse</s:Value></s:Subcode></s:Subcode></s:Code>` +
        `<s:Reason><s:Text xml:lang="de">Nein</s:Text><s:Text xml:lang="en-GB">No</s:Text></s:Reason><s:Node>urn:n</s:Node><s:Role>urn:r</s:Role><s:Detail>text only</s:Detail></s:Fault>`,
      { version: '1.2' },
    );
    expect(decode(get, xml).fault).toEqual({
      version: '1.2',
      code: `{${SOAP12}}Sender`,
      subcodes: ['{urn:t}Bad', '{urn:q}Worse'],
      reason: 'No',
      reasons: [
        { lang: 'de', text: 'Nein' },
        { lang: 'en-GB', text: 'No' },
      ],
      node: 'urn:n',
      role: 'urn:r',
      detail: { $value: 'text only' },
    });
  });

  test('qualified sub-elements, any order, codes without a bound prefix (R1001)', () => {
    const xml = envelope(
      '<s:Fault><s:detail/><s:faultstring xml:lang="en">a<b>x</b>c</s:faultstring><s:faultcode>x:Client.Auth</s:faultcode><s:other/></s:Fault>',
    );
    expect(decode(get, xml).fault).toEqual({ version: '1.1', code: 'Client.Auth', reason: 'ac' });
  });

  test('detail: declared faults and global elements have keys, the rest is $any (FL-2)', () => {
    const xml = envelope(
      `<s:Fault><faultcode>Client</faultcode><faultstring/><detail>\n<t:Other>7</t:Other><u:x xmlns:u="urn:u"><y>1</y></u:x>${detail}<t:Other>x</t:Other></detail></s:Fault>`,
    );
    expect(decode(get, xml)).toEqual({
      fault: {
        version: '1.1',
        code: 'Client',
        reason: '',
        name: 'UserNotFoundFault',
        detail: {
          Other: 7,
          UserNotFound: { userId: 42, tag: [] },
          $any: [{ '{urn:u}x': { $content: [{ y: '1' }] } }, { '{urn:t}Other': 'x' }],
        },
      },
      warnings: ['INVALID_VALUE /detail/{urn:t}Other'],
    });
  });

  test('a fault wins over a result, before or after it (BD-2, A14)', () => {
    const fault = '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring></s:Fault>';
    const result = '<t:GetResponse><t:GetResult><t:id>1</t:id></t:GetResult></t:GetResponse>';
    expect(decode(get, envelope(fault + result)).fault?.reason).toBe('no');
    expect(decode(get, envelope(result + fault)).fault?.reason).toBe('no');
    expect(decode(operation('Scalar'), envelope(fault)).fault?.reason).toBe('no');
    expect(decode(operation('Two'), envelope(fault)).fault?.reason).toBe('no');
  });

  test('a fault of the other version in the envelope', () => {
    const xml = envelope(
      `<f:Fault xmlns:f="${SOAP12}"><f:Code><f:Value>f:Receiver</f:Value></f:Code><f:Reason><f:Text xml:lang="en">x</f:Text></f:Reason></f:Fault>`,
    );
    expect(decode(get, xml).fault).toMatchObject({
      version: '1.1',
      code: `{${SOAP12}}Receiver`,
      reason: 'x',
    });
  });
});

describe('strict mode (TR-8)', () => {
  const setup: DecodeSetup = { strictResponses: true };

  test('deviations are errors, with all of them in details', () => {
    const body = '<t:FindResponse><t:User><t:id>x</t:id></t:User><t:User/><t:u/></t:FindResponse>';
    const error = caught(() => decode(operation('Find'), envelope(body), setup));
    expect(
      isDecodeError(error) && { code: error.code, message: error.message, details: error.details },
    ).toEqual({
      code: 'STRICT',
      message: 'the response does not match the WSDL',
      details: [
        { path: '/User/id', keyword: 'format', message: 'INVALID_VALUE: not an xs:int' },
        { path: '/User', keyword: 'maxItems', message: 'TOO_MANY: more than one element, the first is used' },
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
