import type { ServiceModel, TypeIndex } from '@soapstone/soap-model';
import type { UnwrapMode } from '../api/options.js';
import type { NumberMode } from '../build/build-simple.js';
import type { OperationShape } from '../shape/operation-shape.js';
import { el, part, SchemaLiteral, sequence } from './schema-literal.js';
import { operationShape } from './shapes.js';

/** An operation whose response element has exactly the given type. */
export function operationReturning(
  schema: SchemaLiteral,
  type: TypeIndex,
  options: { numbers?: NumberMode; unwrap?: UnwrapMode } = {},
): OperationShape {
  schema.element('Op', schema.complex(undefined, sequence(el('in', 'string', { minOccurs: 0 }))));
  schema.element('OpResponse', type);
  return operationShape(schema.service({ Op: {} }), 'Op', options);
}

/** Users by number, with a header, a fault and an operation without a response. */
export function directory(): ServiceModel {
  const schema = new SchemaLiteral();
  const user = schema.complex(
    'User',
    sequence(
      el('id', 'long'),
      el('name', 'string'),
      el('email', 'string', { minOccurs: 0 }),
      el('role', 'string', { minOccurs: 0, maxOccurs: 'unbounded' }),
    ),
  );
  schema.element('GetUser', schema.complex(undefined, sequence(el('userId', 'int'))));
  schema.element(
    'GetUserResponse',
    schema.complex(undefined, sequence(el('GetUserResult', user, { minOccurs: 0 }))),
  );
  schema.element('UserNotFound', schema.complex(undefined, sequence(el('userId', 'int'))));
  schema.element('Auth', schema.complex(undefined, sequence(el('token', 'string'))));
  schema.element('Ping', schema.complex(undefined));
  const header = { part: part('auth', 'Auth'), use: 'literal', required: false, faults: [] } as const;
  return schema.service({
    GetUser: {
      input: { headers: [header] },
      output: { headers: [header] },
      faults: [{ name: 'NotFound', use: 'literal', part: part('detail', 'UserNotFound') }],
    },
    Ping: { output: 'none' },
  });
}
