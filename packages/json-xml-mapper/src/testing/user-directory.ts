import { defined } from '@soapstone/options/defined';
import type { MessageShape } from '../shape/operation-shape.js';
import { el, SchemaLiteral, sequence } from './schema-literal.js';
import { printMembers } from './shapes.js';

/** The user directory of MP example 4.1: two wrappers disappear from the result. */
export function userDirectory(): SchemaLiteral {
  const schema = new SchemaLiteral();
  const user = schema.complex(
    'User',
    sequence(
      el('id', 'int'),
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
  return schema;
}

/** A summary of a message. */
export function describeMessage(message: MessageShape | undefined): unknown {
  if (message === undefined) return undefined;
  const { kind, name, root, record } = message;
  const object = root.kind === 'polymorphic' ? root.declared : root;
  return {
    kind,
    ...defined({ name: name?.localName }),
    members: printMembers(object),
    ...defined({ record: record?.key }),
  };
}
