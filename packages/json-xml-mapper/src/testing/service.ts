import type { TypeIndex } from '@soapstone/soap-model';
import type { UnwrapMode } from '../api/options.js';
import type { NumberMode } from '../build/build-simple.js';
import type { OperationShape } from '../shape/operation-shape.js';
import { el, type SchemaLiteral, sequence } from './schema-literal.js';
import { operationShape } from './shapes.js';

/**
 * An operation whose response element `OpResponse` contains one element `r` of the type, and a scalar `x`, so that `r` is not a
 * record and stays.
 */
export function operationOf(
  schema: SchemaLiteral,
  type: TypeIndex,
  options: { numbers?: NumberMode; unwrap?: UnwrapMode } = {},
): OperationShape {
  schema.element('Op', schema.complex(undefined, sequence(el('in', 'string', { minOccurs: 0 }))));
  const members = sequence(el('r', type, { minOccurs: 0 }), el('x', 'string', { minOccurs: 0 }));
  schema.element('OpResponse', schema.complex(undefined, members));
  return operationShape(schema.service({ Op: {} }), 'Op', options);
}

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
