import { describe, expect, test } from 'vitest';
import { decode, decodeBody, envelope } from '../../testing/decoding.js';
import { operation } from '../../testing/response-service.js';

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
      'rpc:result next to a record (EN-6)',
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
      'rpc:result with a return value that is called result too (EN-6)',
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

  test('both SOAP versions, regardless of the binding (BD-1, L13)', () => {
    const body = '<t:AddResponse><t:AddResult>5</t:AddResult></t:AddResponse>';
    expect(decode(operation('Add'), envelope(body, { version: '1.2' })).result).toBe('{"AddResult":5}');
  });
});
