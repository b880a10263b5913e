import type { BuiltinTypeName, TypeReference } from '@soapstone/soap-model';
import type { CompiledOperation } from '../api/operation.js';
import { createMapper, type MapperOptions } from '../index.js';
import { el, part, type SchemaLiteral, sequence } from './schema-literal.js';

/**
 * Compiles an operation that takes and returns values of one `type`. The header block `Auth` of its response has a `token` of the type
 * `simple`, and the detail of its fault `Problem` a `number`.
 */
export function compileTyped(
  schema: SchemaLiteral,
  type: TypeReference,
  simple: BuiltinTypeName,
  options: MapperOptions = {},
): CompiledOperation {
  schema.element('Op', type);
  schema.element('OpResponse', schema.complex(undefined, sequence(el('r', type))));
  schema.element('Auth', schema.complex(undefined, sequence(el('token', simple))));
  schema.element('Problem', schema.complex(undefined, sequence(el('number', simple))));
  const header = { part: part('auth', 'Auth'), use: 'literal', required: false, faults: [] } as const;
  const model = schema.service({
    Op: {
      output: { headers: [header] },
      faults: [{ name: 'problem', part: part('p', 'Problem'), use: 'literal' }] as never,
    },
  });
  return createMapper(model, options).compile('Op');
}

/** An envelope in which `t` is the namespace of the operation. */
export const typedEnvelope = (body: string, header = ''): string =>
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:t="urn:t"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema">' +
  `<s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;

/** The envelope of a fault whose detail is a `Problem`. */
export const problemEnvelope = (number: string): string =>
  typedEnvelope(
    '<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring>' +
      `<detail><t:Problem><t:number>${number}</t:number></t:Problem></detail></s:Fault>`,
  );
