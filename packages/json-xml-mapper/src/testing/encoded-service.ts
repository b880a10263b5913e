import type { TypeIndex, TypeReference } from '@soapstone/soap-model';
import type { OperationShape } from '../shape/operation-shape.js';
import { el, part, SchemaLiteral, sequence } from './schema-literal.js';
import { operationShape } from './shapes.js';

export const ENC = 'xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"';
export const ENC12 = 'xmlns:e="http://www.w3.org/2003/05/soap-encoding"';

export const schema: SchemaLiteral = new SchemaLiteral();
export const point: TypeIndex = schema.complex(
  'P',
  sequence(el('n', 'int', { namespace: '' }), el('s', 'string', { namespace: '' })),
);
schema.complex('P3', sequence(el('n', 'int', { namespace: '' }), el('z', 'int', { namespace: '' })), {
  base: point,
  derivation: 'extension',
});
export const arrayOf = (itemType: TypeReference, dimensions: readonly number[] = [1]): number =>
  schema.complex('Array', undefined, { soapArray: { itemType, dimensions } });
export const strings: TypeIndex = arrayOf('string');
export const points: TypeIndex = arrayOf(point);

/** An rpc/encoded operation that returns parts of the given types. */
export function encoded(...types: readonly TypeReference[]): OperationShape {
  const names = types.length === 1 ? ['getReturn'] : ['a', 'b', 'c'];
  const parts = types.map((type, i) => part(names[i]!, { type }));
  const model = schema.service({ get: { style: 'rpc', output: { use: 'encoded', parts } } });
  return operationShape(model, 'get');
}

/** The Body of its response. */
export const respond = (content: string, rest = ''): string =>
  `<t:getResponse ${ENC}>${content}</t:getResponse>${rest}`;
