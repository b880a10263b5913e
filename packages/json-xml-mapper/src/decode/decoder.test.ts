import { describe, expect, test } from 'vitest';
import type { OperationShape } from '../shape/operation-shape.js';
import { decode, envelope } from '../testing/decoding.js';
import { operationShape } from '../testing/shapes.js';
import { userDirectory } from '../testing/user-directory.js';

/** The user lookup of example 4.1: two wrappers disappear. */
function userLookup(): OperationShape {
  return operationShape(userDirectory().service({ GetUser: {} }), 'GetUser');
}

describe('results (§4.2)', () => {
  const operation = userLookup();
  const respond = (result: string): string => envelope(`<t:GetUserResponse>${result}</t:GetUserResponse>`);

  test.each([
    [
      'the record is the result (UW-4)',
      '<t:GetUserResult><t:id>42</t:id><t:name>Ada</t:name></t:GetUserResult>',
      '{"id":42,"name":"Ada","role":[]}',
      [],
    ],
    ['an absent record is an empty object (UW-5)', '', '{}', []],
    ['a nil record (UW-5)', '<t:GetUserResult xsi:nil="true"/>', '{"$nil":true}', ['UNEXPECTED_NIL']],
    [
      'a list of one stays a list (CM-6)',
      '<t:GetUserResult><t:id>1</t:id><t:name/><t:role>a</t:role></t:GetUserResult>',
      '{"id":1,"name":"","role":["a"]}',
      [],
    ],
    [
      'members out of order, and an array in two parts (L9)',
      '<t:GetUserResult><t:role>a</t:role><t:name>n</t:name><t:role>b</t:role><t:id>1</t:id></t:GetUserResult>',
      '{"id":1,"name":"n","role":["a","b"]}',
      [],
    ],
  ])('%s', (_, xml, result, warnings) => {
    expect(decode(operation, respond(xml))).toEqual({ result, warnings });
    for (const chunk of [1, 2, 3, 7, 64])
      expect(decode(operation, respond(xml), { chunk })).toEqual({ result, warnings });
  });
});
