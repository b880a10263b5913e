import {
  type CallProblem,
  type ContractSchema,
  ERROR_STATUS,
  type ErrorContract,
  faultProblem,
  gatewayErrors,
  mappingProblem,
  problemBody,
  problemDetails,
  problemStatus,
  transportProblem,
} from '@soapstone/http-contract';
import { createMapper, MappingError, stringify } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { faultSchema } from './contract.js';

const { model } =
  await parseWsdlText(`<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
  <w:types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
    <xs:element name="Op"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Out" type="xs:string"/></xs:schema></w:types>
  <w:message name="in"><w:part name="p" element="t:Op"/></w:message><w:message name="out"><w:part name="p" element="t:Out"/></w:message>
  <w:portType name="P"><w:operation name="Op"><w:input message="t:in"/><w:output message="t:out"/></w:operation></w:portType>
  <w:binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><w:operation name="Op"><s:operation/><w:input><s:body use="literal"/></w:input><w:output><s:body use="literal"/></w:output></w:operation></w:binding>
  <w:service name="S"><w:port name="B" binding="t:B"><s:address location="http://x.example/"/></w:port></w:service></w:definitions>`);
const mapper = createMapper(model);

/** The problem that `run` reports. */
function problemOf(run: () => unknown): CallProblem | undefined {
  try {
    run();
  } catch (error) {
    return mappingProblem(error, 'Op');
  }
  throw new Error('nothing was wrong');
}

/** The problems of a body according to the described schema of an error. */
const ajv = new Ajv({ strict: false });

function schemaErrors(errors: ErrorContract, { type }: CallProblem, body: unknown): unknown {
  const reference = (name: string): ContractSchema => errors.components?.[name]?.(reference) ?? {};
  const schema =
    type === 'UPSTREAM_ERROR'
      ? errors.upstreamSchema(faultSchema({}), reference)
      : errors.sharedSchema(reference);
  const validate = ajv.compile(schema);
  return validate(body) ? [] : validate.errors;
}

const text = (value: string) => new TextEncoder().encode(value);
const fault = { version: '1.1', code: 'soap:Server', reason: ' No such user ', detail: {} } as const;

describe('every problem has a type, a code, a status and a message', () => {
  test.each<[string, () => CallProblem | undefined, object]>([
    [
      'an input without a required member',
      () => problemOf(() => mapper.compile('Op').encodeJson(text('{"a": 1}'))),
      {
        type: 'VALIDATION_ERROR',
        code: 'SCHEMA_VIOLATION',
        message: 'The request does not match the input of operation Op (1 error)',
        details: [{ path: '/b', keyword: 'required' }],
      },
    ],
    [
      'an input without several required members',
      () => problemOf(() => mapper.compile('Op').encodeJson(text('{}'))),
      { message: 'The request does not match the input of operation Op (2 errors)' },
    ],
    [
      'an input that takes too much work',
      () => {
        const errors = [{ path: '/a', keyword: 'limit', message: 'takes more work' }] as const;
        return mappingProblem(new MappingError({ code: 'TOO_COMPLEX', errors }), 'Op');
      },
      {
        type: 'VALIDATION_ERROR',
        code: 'TOO_COMPLEX',
        message: 'The request is too complex for the schema of operation Op',
        details: [{ path: '/a', keyword: 'limit' }],
      },
    ],
    [
      'no JSON',
      () => problemOf(() => mapper.compile('Op').encodeJson(text('{'))),
      { type: 'VALIDATION_ERROR', code: 'INVALID_JSON' },
    ],
    [
      'one key twice',
      () => problemOf(() => mapper.compile('Op').encodeJson(text('{"a":1,"a":1,"b":2}'))),
      { type: 'VALIDATION_ERROR', code: 'DUPLICATE_KEY' },
    ],
    [
      'no such operation',
      () => problemOf(() => mapper.compile('Oq')),
      {
        type: 'OPERATION_NOT_FOUND',
        code: 'OPERATION_NOT_FOUND',
        message: 'The service has no such operation; similar names: Op',
      },
    ],
    [
      'a response that is not SOAP',
      () => problemOf(() => mapper.compile('Op').fromXml(text('<html/>'))),
      { type: 'UPSTREAM_ERROR', code: 'UPSTREAM_BAD_RESPONSE', sent: true },
    ],
    [
      'a fault',
      () => faultProblem(fault),
      { type: 'UPSTREAM_ERROR', code: 'SOAP_FAULT', message: 'No such user', fault },
    ],
    [
      'a fault without a reason',
      () => faultProblem({ ...fault, reason: ' ' }),
      { message: 'SOAP fault soap:Server' },
    ],
    [
      'nobody answers',
      () => transportProblem({ code: 'TIMEOUT', message: 'too late', sent: true, retryAfterMs: 1500 }),
      { type: 'UPSTREAM_ERROR', code: 'TIMEOUT', sent: true, headers: { 'Retry-After': '2' } },
    ],
    [
      'too many calls at once',
      () => transportProblem({ code: 'UPSTREAM_BUSY', message: 'busy', sent: false }),
      { type: 'RATE_LIMIT_EXCEEDED', code: 'TOO_MANY_CONCURRENT', headers: { 'Retry-After': '1' } },
    ],
    [
      'an address that is refused: its client learns neither the address nor the policy',
      () =>
        transportProblem({
          code: 'UPSTREAM_ADDRESS_REFUSED',
          message:
            'cannot connect to the upstream: port 25 is refused; egress.allow "mail.intranet:25" permits it',
          sent: false,
        }),
      {
        type: 'UPSTREAM_ERROR',
        code: 'UPSTREAM_ADDRESS_REFUSED',
        message: 'The SOAP service could not be called: its address is not allowed here',
        sent: false,
      },
    ],
    [
      'a header that cannot be sent',
      () => transportProblem({ code: 'INVALID_REQUEST', message: 'cannot send the X header', sent: false }),
      {
        type: 'UPSTREAM_ERROR',
        code: 'UPSTREAM_REQUEST_INVALID',
        message: 'The SOAP service could not be called: cannot send the X header',
        sent: false,
      },
    ],
  ])('%s', (_, make, expected) => {
    const problem = make() as CallProblem;
    expect(problem).toMatchObject(expected);
    expect(problemStatus(problem)).toBe(ERROR_STATUS[problem.type]);

    const body = JSON.parse(stringify(problemBody(problem, 'req_1'))) as { error: Record<string, unknown> };
    expect(Object.keys(body.error).slice(0, 4)).toEqual(['type', 'message', 'code', 'requestId']);
    expect(body.error).not.toHaveProperty('headers');
    expect(schemaErrors(gatewayErrors, problem, body)).toEqual([]);
    const details = problemDetails.body(problem, problemStatus(problem));
    expect(schemaErrors(problemDetails, problem, JSON.parse(stringify(details)))).toEqual([]);
  });
});

test('a long reason is cut between characters', () => {
  const { message } = faultProblem({ ...fault, reason: `a${'😀'.repeat(3000)}` });
  expect([...message]).toHaveLength(1000);
  expect(message.endsWith('😀')).toBe(true);
});

test('an error from elsewhere is not turned into a problem', () => {
  expect(mappingProblem(new Error('x'), 'Op')).toBeUndefined();
});
