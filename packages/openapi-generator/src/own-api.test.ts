import { Validator } from '@seriousme/openapi-schema-validator';
import { problemDetails } from '@soapstone/http-contract';
import { createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import { generateOpenApi, type OpenApiOptions, printTypes } from './index.js';
import { createJudge } from './testing/json-schema.js';

/** `Add` returns a record with a member called `result`; it declares the fault `Overflow`. */
const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
  <types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:element name="Add"><xs:complexType><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="AddResponse"><xs:complexType><xs:sequence><xs:element name="result" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Overflow" type="xs:string"/>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Add"/></message><message name="out"><part name="p" element="t:AddResponse"/></message>
  <message name="fault"><part name="p" element="t:Overflow"/></message>
  <portType name="Sums"><operation name="Add"><input message="t:in"/><output message="t:out"/><fault name="Overflow" message="t:fault"/></operation></portType>
  <binding name="B" type="t:Sums"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Add"><s:operation soapAction=""/>
    <input><s:body use="literal"/></input><output><s:body use="literal"/></output><fault name="Overflow"><s:fault name="Overflow" use="literal"/></fault></operation></binding>
  <service name="Calculator"><port name="P" binding="t:B"><s:address location="http://localhost/"/></port></service></definitions>`;
const mapper = createMapper((await parseWsdlText(wsdl)).model);

async function describeApi(options?: OpenApiOptions) {
  const document = generateOpenApi(mapper, options);
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect({ valid, errors }).toEqual({ valid: true });
  return document;
}

describe('an API without options', () => {
  test('has plain paths and no trace of the gateway', async () => {
    const document = await describeApi();
    expect(Object.keys(document.paths)).toEqual(['/Add']);
    expect(document.servers).toEqual([{ url: '/' }]);
    expect(document.security).toEqual([]);
    expect(document.components).not.toHaveProperty('securitySchemes');
    expect(document.components).not.toHaveProperty('headers');
    expect(JSON.stringify(document)).not.toMatch(/RateLimit|API key|account/i);
  });

  test('answers with the bare result', async () => {
    const document = await describeApi();
    const post = document.paths['/Add']?.post;
    expect(post?.responses?.['200'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/AddResult',
    });
    const accepts = createJudge(document.components?.schemas ?? {});
    expect(accepts('AddResult', { result: 5 })).toBe(true);
    expect(accepts('AddResult', { result: 'five' })).toBe(false);
    expect(Object.keys(post?.responses ?? {})).toEqual([
      ...['200', '400', '404', '405', '413', '415', '500', '502', '503', '504'],
    ]);
  });

  test('has types whose result is the body, although a member of it is called "result"', async () => {
    expect(printTypes(await describeApi())).toContain(
      '  Add: { input: AddRequest; result: AddResult; response: AddResult; error: AddError };',
    );
  });
});

test('a custom API: paths, servers, security, tags, headers and version', async () => {
  const document = await describeApi({
    path: '/soap/{operation}/call',
    servers: ['https://api.example.com/v2', '.'],
    securitySchemes: { Bearer: { type: 'http', scheme: 'bearer' } },
    responseHeaders: { 'X-Trace': { description: 'The trace.', schema: { type: 'string' } } },
    tags: ({ service, oneWay }) => [service, oneWay ? 'one-way' : 'request-response'],
    title: 'Sums',
    version: '2.1.0',
  });
  expect(document.info).toMatchObject({ title: 'Sums', version: '2.1.0' });
  expect(document.servers).toEqual([{ url: 'https://api.example.com/v2' }, { url: '.' }]);
  expect(document.security).toEqual([{ Bearer: [] }]);
  expect(document.components?.securitySchemes).toEqual({ Bearer: { type: 'http', scheme: 'bearer' } });
  expect(document.tags?.map(({ name }) => name)).toEqual(['Calculator', 'request-response']);
  const post = document.paths['/soap/Add/call']?.post;
  expect(post?.tags).toEqual(['Calculator', 'request-response']);
  expect(post?.responses?.['200'].headers).toEqual({ 'X-Trace': { $ref: '#/components/headers/X-Trace' } });
});

test('an envelope: the result appears in the member of this name, in schema, example and types', async () => {
  const document = await describeApi({ envelope: 'data/it', examples: () => ({ result: { result: 5 } }) });
  const media = document.paths['/Add']?.post?.responses?.['200'].content['application/json'];
  expect(media.example).toEqual({ 'data/it': { result: 5 } });
  const accepts = createJudge(document.components?.schemas ?? {});
  expect(accepts('AddResponse', { 'data/it': { result: 5 } })).toBe(true);
  expect(accepts('AddResponse', { result: 5 })).toBe(false);
  expect(printTypes(document)).toContain('result: AddResult; response: AddResponse;');
});

describe('errors', () => {
  test('a declared fault has the status that the options give it', async () => {
    const document = await describeApi({ faultStatuses: { Overflow: 422 } });
    const responses = document.paths['/Add']?.post?.responses;
    expect(responses?.['422'].description).toBe('The fault `Overflow`.');
    expect(responses?.['422'].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/AddError',
    });
  });

  test('a fault with the status of another error may be either', async () => {
    const document = await describeApi({ faultStatuses: { Overflow: 404 } });
    const found = document.paths['/Add']?.post?.responses?.['404'];
    expect(found.description).toBe('There is no such operation. The fault `Overflow`.');
    expect(found.content['application/json'].schema).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Error' }, { $ref: '#/components/schemas/AddError' }],
    });
  });

  test('problem details have their own media type, and types', async () => {
    const document = await describeApi({ errors: problemDetails });
    const responses = document.paths['/Add']?.post?.responses;
    expect(Object.keys(responses?.['502'].content)).toEqual(['application/problem+json']);
    const accepts = createJudge(document.components?.schemas ?? {});
    const problem = { title: 'SOAP service failed', status: 502, detail: 'Too large', code: 'SOAP_FAULT' };
    const fault = { version: '1.1', code: 'Server', reason: 'Too large', name: 'Overflow' };
    expect(accepts('AddError', { ...problem, fault: { ...fault, detail: { Overflow: 'a' } } })).toBe(true);
    expect(accepts('AddError', { ...problem, fault: { ...fault, name: 'Other' } })).toBe(false);
    expect(accepts('Problem', { ...problem, status: 'x' })).toBe(false);
    expect(printTypes(document)).toContain('error: AddError');
  });
});
