import { describe, expect, test } from 'vitest';
import {
  any,
  attribute,
  choice,
  el,
  type SchemaLiteral,
  sequence,
  times,
} from '../testing/schema-literal.js';
import { operationShape } from '../testing/shapes.js';
import { describeMessage, userDirectory } from '../testing/user-directory.js';

describe('the record of a result (UW-4 to UW-7)', () => {
  const record = (build: (schema: SchemaLiteral, user: number) => number) => {
    const schema = userDirectory();
    const user = schema.types.findIndex((type) => type.name?.localName === 'User');
    schema.element('OpResponse', build(schema, user));
    const model = schema.service({ Op: { input: { parts: [] } } });
    return operationShape(model, 'Op').output?.record?.key;
  };

  test.each<[string, (schema: SchemaLiteral, user: number) => number, string | undefined]>([
    ['one record', (s, user) => s.complex(undefined, sequence(el('r', user))), 'r'],
    ['in a group of one', (s, user) => s.complex(undefined, choice(sequence(el('r', user)))), 'r'],
    ['repeated', (s, user) => s.complex(undefined, sequence(el('r', user, { maxOccurs: 2 }))), undefined],
    [
      'next to a scalar',
      (s, user) => s.complex(undefined, sequence(el('r', user), el('n', 'int'))),
      undefined,
    ],
    [
      'next to an attribute',
      (s, user) => s.complex(undefined, sequence(el('r', user)), { attributes: [attribute('a', 'int')] }),
      undefined,
    ],
    [
      'next to a wildcard',
      (s, user) => s.complex(undefined, sequence(el('r', user), times(any(), 0, 1))),
      undefined,
    ],
    [
      'one of two branches',
      (s, user) => s.complex(undefined, choice(el('r', user), el('s', user))),
      undefined,
    ],
    ['a simple value', (s) => s.complex(undefined, sequence(el('r', 'int'))), undefined],
    ['anyType', (s) => s.complex(undefined, sequence(el('r', 'anyType'))), undefined],
    ['an empty type', (s) => s.complex(undefined, sequence(el('r', s.complex('Empty')))), undefined],
    [
      'mixed content',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el(
              'r',
              s.complex('Mixed', undefined, {
                content: { kind: 'mixed', particle: sequence(el('b', 'string')) },
              }),
            ),
          ),
        ),
      undefined,
    ],
    [
      'a .NET DataSet (AN-5)',
      (s) =>
        s.complex(
          undefined,
          sequence(
            el(
              'r',
              s.complex(
                undefined,
                sequence(
                  el('schema', 'anyType', { namespace: 'http://www.w3.org/2001/XMLSchema', global: true }),
                  any(),
                ),
              ),
            ),
          ),
        ),
      undefined,
    ],
    [
      'an array wrapper',
      (s, user) =>
        s.complex(
          undefined,
          sequence(
            el(
              'r',
              s.complex('ArrayOfUser', sequence(el('User', user, { minOccurs: 0, maxOccurs: 'unbounded' }))),
            ),
          ),
        ),
      'r',
    ],
  ])('%s', (_, build, want) => {
    expect(record(build)).toBe(want);
  });

  test('unwrap: payload keeps the record, unwrap: none the body element too (UW-7)', () => {
    const model = userDirectory().service({ GetUser: {} });
    const payload = operationShape(model, 'GetUser', { unwrap: 'payload' });
    expect(describeMessage(payload.output)).toEqual({
      kind: 'element',
      name: 'GetUserResponse',
      members: ['GetUserResult?'],
    });
    const none = operationShape(model, 'GetUser', { unwrap: 'none' });
    expect(describeMessage(none.output)).toEqual({ kind: 'parts', members: ['GetUserResponse'] });
    expect(describeMessage(none.input)).toEqual({ kind: 'element', name: 'GetUser', members: ['userId'] });
  });
});
