import { defined } from '@soapstone/options/defined';
import type { BoundHeader } from '@soapstone/soap-model';
import type { OperationShape } from '../shape/operation-shape.js';
import { attribute, el, part, SchemaLiteral, sequence } from './schema-literal.js';
import { operationShape } from './shapes.js';

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

/** A declared header block. */
const header = (element: string, faults: readonly string[] = []): BoundHeader => ({
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

export const operation = (name: string, unwrap?: 'record' | 'payload' | 'none'): OperationShape =>
  operationShape(model, name, defined({ unwrap }));
