import { describe, expect, test } from 'vitest';
import { decodeBody } from '../../testing/decoding.js';
import { operation } from '../../testing/response-service.js';

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
      'text and an element next to the record',
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

  test('the unwrap option sets how much is left out (UW-7)', () => {
    const body = '<t:GetResponse><t:GetResult><t:id>1</t:id></t:GetResult></t:GetResponse>';
    expect(decodeBody(operation('Get', 'payload'), body)).toEqual(['{"GetResult":{"id":1,"role":[]}}']);
    expect(decodeBody(operation('Get', 'none'), body)).toEqual([
      '{"GetResponse":{"GetResult":{"id":1,"role":[]}}}',
    ]);
  });
});
