import { problemDetails, routesContract } from '@soapstone/http-contract';
import { ROUTE_HEADERS } from '@soapstone/http-contract/internal/routes';
import { createMapper, type Design, isMappingError, type JsonObject } from '@soapstone/json-xml-mapper';
import {
  encodeRoute,
  queryOfRoute,
  type RouteTable,
  routesOf,
} from '@soapstone/json-xml-mapper/internal/routes';
import { createOperationShapes } from '@soapstone/json-xml-mapper/shapes';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import type { OperationObject, ParameterObject, ResponseObject } from 'openapi3-ts/oas31';
import { describe, expect, test } from 'vitest';
import { generateOpenApi, OptionError, toOpenApi30 } from './index.js';
import { expectValid } from './testing/get-user.js';
import { createJudge } from './testing/json-schema.js';

const OPERATIONS = ['GetUser', 'ListUsers', 'CreateUser', 'UpdateUser', 'DeleteUser', 'AddNote', 'Audit'];
const each = (print: (name: string) => string): string => OPERATIONS.map(print).join('\n');
const member = (name: string, type: string, more = ''): string =>
  `<xs:element name="${name}" type="${type}" ${more}/>`;
const message = (name: string, members: string): string =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence>${members}</xs:sequence></xs:complexType></xs:element>`;
const WSDL = `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:users" targetNamespace="urn:users" name="Users">
  <wsdl:types><xs:schema targetNamespace="urn:users" elementFormDefault="qualified">
    <xs:complexType name="User"><xs:sequence>
      ${member('UserID', 'xs:long')}${member('Name', 'xs:string', 'minOccurs="0"')}${member('Mail', 'xs:string', 'minOccurs="0" maxOccurs="3"')}
    </xs:sequence></xs:complexType>
    ${message('GetUser', member('UserID', 'xs:long') + member('Fields', 'xs:string', 'minOccurs="0" maxOccurs="unbounded"'))}
    ${message('GetUserResponse', member('User', 't:User'))}
    ${message('ListUsers', member('Dept', 'xs:string', 'minOccurs="0"') + member('MaxRows', 'xs:int', 'minOccurs="0"'))}
    ${message('ListUsersResponse', member('User', 't:User', 'minOccurs="0" maxOccurs="unbounded"'))}
    ${message('CreateUser', `<xs:choice>${member('Tenant', 'xs:string')}${member('Host', 'xs:string')}</xs:choice>${member('User', 't:User')}`)}
    ${message('CreateUserResponse', member('UserID', 'xs:long'))}
    ${message('UpdateUser', member('User', 't:User') + member('Notify', 'xs:boolean', 'minOccurs="0"'))}
    ${message('UpdateUserResponse', member('User', 't:User'))}
    ${message('DeleteUser', member('ID', 'xs:long'))}
    ${message('DeleteUserResponse', member('Count', 'xs:int'))}
    ${message('AddNote', member('__proto__', 'xs:string') + member('constructor', 'xs:int') + member('toString', 'xs:string', 'minOccurs="0"'))}
    ${message('AddNoteResponse', member('constructor', 'xs:int'))}
    ${message('Audit', '')}${message('AuditResponse', '')}
    ${message('UserNotFound', member('UserID', 'xs:long'))}
  </xs:schema></wsdl:types>
  <wsdl:message name="NotFound"><wsdl:part name="f" element="t:UserNotFound"/></wsdl:message>
  ${each((name) => `<wsdl:message name="${name}In"><wsdl:part name="p" element="t:${name}"/></wsdl:message><wsdl:message name="${name}Out"><wsdl:part name="p" element="t:${name}Response"/></wsdl:message>`)}
  <wsdl:portType name="UsersPort">${each((name) => `<wsdl:operation name="${name}"><wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/><wsdl:fault name="__proto__" message="t:NotFound"/></wsdl:operation>`)}</wsdl:portType>
  <wsdl:binding name="UsersBinding" type="t:UsersPort"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  ${each((name) => `<wsdl:operation name="${name}"><soap:operation soapAction=""/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output><wsdl:fault name="__proto__"><soap:fault name="__proto__" use="literal"/></wsdl:fault></wsdl:operation>`)}
  </wsdl:binding>
  <wsdl:service name="Users"><wsdl:port name="UsersPort" binding="t:UsersBinding"><soap:address location="http://127.0.0.1:9/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

const design: Design = {
  names: 'camel',
  base: '/v1',
  operations: {
    GetUser: { route: 'GET /users/{userId}', faults: JSON.parse('{"__proto__":404}') },
    ListUsers: { route: 'GET /users', input: { rename: { Dept: 'department' } } },
    CreateUser: { route: 'POST /tenants/{tenant}/users', status: 201, location: '/users/{result.userId}' },
    UpdateUser: { route: 'PUT /users/{user.userId}', body: 'user' },
    DeleteUser: { route: 'DELETE /users/{id}', status: 204, faults: JSON.parse('{"__proto__":410}') },
    AddNote: { route: 'PATCH /notes/{__proto__}' },
  },
};

const { model } = await parseWsdlText(WSDL);
const mapper = createMapper(model, { design });
const place = { baseUrl: 'https://api.example.com/', accountId: 'acc_1', serviceSlug: 'users' };
const document = generateOpenApi(mapper, { ...routesContract(place), routes: design });
const table = routesOf(design) as RouteTable;
const accepts = createJudge(document.components?.schemas);
const operationAt = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string): OperationObject => {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) throw new Error(`no ${method} at ${path}`);
  return operation;
};
const parametersAt = (...at: Parameters<typeof operationAt>): readonly string[] =>
  (operationAt(...at).parameters as ParameterObject[]).map(
    ({ in: where, name, required }) => `${where} ${name}${required === true ? ' required' : ''}`,
  );
/** The request that the gateway writes, or undefined if it refuses it. */
const send = (method: string, path: string, query = '', body: unknown = {}): string | undefined => {
  const match = table.match(path);
  const matched = match.kind === 'found' ? match.methods.get(method) : undefined;
  if (matched === undefined) throw new Error(`no ${method} at ${path}`);
  const { route, values } = matched;
  const operation = mapper.compile(route.operation);
  try {
    const { body: xml } =
      route.body === undefined
        ? operation.toXml(operation.fromQuery(queryOfRoute(route, { values, query })))
        : encodeRoute(operation, route, { values, query, body: Buffer.from(JSON.stringify(body)) });
    return Buffer.from(xml).toString();
  } catch (error) {
    if (!isMappingError(error)) throw error;
    return undefined;
  }
};

describe('routes in a document', () => {
  test('envelope: true: the schema has result and meta around the result, and examples have it too', () => {
    const enveloped: Design = { ...design, envelope: true };
    const options = { ...routesContract(place), routes: enveloped };
    const examples = () => ({ result: { userId: 1, name: 'Ann', mail: [] } });
    const shown = generateOpenApi(createMapper(model, { design: enveloped }), { ...options, examples });
    const { responses = {} } = shown.paths['/v1/users/{userId}']?.get ?? {};
    const json = (responses['200'] as ResponseObject).content?.['application/json'];
    const judge = createJudge(shown.components?.schemas);
    expect(json?.example).toEqual({
      result: { userId: 1, name: 'Ann', mail: [] },
      meta: { service: 'users', operation: 'GetUser', latencyMs: 87, cached: false },
    });
    expect(json?.schema).toEqual({ $ref: '#/components/schemas/GetUserResponse' });
    expect(judge('GetUserResponse', { ...(json?.example as object), more: 1 })).toBe(true);
    expect(judge('GetUserResponse', { userId: 1, name: 'Ann' })).toBe(false);
    expect(shown.components?.schemas).toHaveProperty('Meta');
    expect(document.components?.schemas).not.toHaveProperty('Meta');
    // Without a contract of its own, the result is all that is in the envelope.
    const plain = generateOpenApi(createMapper(model, { design: enveloped }), { routes: enveloped });
    expect(plain.components?.schemas?.['GetUserResponse']).toMatchObject({ required: ['result'] });
  });

  test('PG-5: a list in pages has a cursor in place of the parameter for the page, a link, and lines', () => {
    const paged: Design = {
      names: 'camel',
      operations: {
        ListUsers: { route: 'GET /users', page: { items: 'User', start: 'MaxRows', from: 1 } },
      },
    };
    const { paths } = generateOpenApi(createMapper(model, { design: paged }), {
      ...routesContract(place),
      routes: paged,
    });
    const { parameters, responses } = (paths['/users']?.get ?? {}) as OperationObject;
    expect((parameters as ParameterObject[]).map(({ name }) => name)).toEqual(['dept', 'cursor']);
    expect(responses?.['200']).toMatchObject({
      headers: { Link: { schema: { type: 'string' } } },
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/ListUsersResult' } },
        'application/x-ndjson': { schema: { type: 'string' } },
      },
    });
  });

  test('is valid OpenAPI 3.1 and 3.0, and has the designed routes alone', async () => {
    await expectValid(document);
    await expectValid(toOpenApi30(document));
    expect(document.servers).toEqual([{ url: 'https://api.example.com/apis/acc_1/users' }]);
    expect(document.security).toEqual([{ ApiKeyAuth: [] }]);
    expect(Object.entries(document.paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
      ['/v1/users/{userId}', ['get', 'put', 'delete']],
      ['/v1/users', ['get']],
      ['/v1/tenants/{tenant}/users', ['post']],
      ['/v1/notes/{__proto__}', ['patch']],
    ]);
  });

  test('equal designs give equal documents, with a mapper or with Shapes', () => {
    const shapes = createOperationShapes(model, { design });
    const described = {
      model,
      operations: shapes.names.map((name) => shapes.get(name).info),
      compile: (name: string) => shapes.get(name),
    };
    expect(generateOpenApi(described, { ...routesContract(place), routes: design })).toEqual(document);
  });

  test('parameters of path and query are typed; paths with the same places share the names of parameters', () => {
    expect(parametersAt('get', '/v1/users/{userId}')).toEqual(['path userId required', 'query fields']);
    expect(parametersAt('get', '/v1/users')).toEqual(['query department', 'query maxRows']);
    expect(parametersAt('put', '/v1/users/{userId}')).toEqual(['path userId required', 'query notify']);
    // The design calls it {id}.
    expect(parametersAt('delete', '/v1/users/{userId}')).toEqual(['path userId required']);
    expect(parametersAt('patch', '/v1/notes/{__proto__}')).toEqual(['path __proto__ required']);
    expect(operationAt('get', '/v1/users/{userId}').parameters).toMatchObject([
      { schema: { type: 'integer', format: 'int64' } },
      { style: 'form', explode: true, schema: { type: 'array', items: { type: 'string' } } },
    ]);
  });

  test('the result is the body, 204 has none, 201 has a Location', () => {
    const found = operationAt('get', '/v1/users/{userId}').responses?.['200'];
    expect(found.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/GetUserResult' } },
    });
    expect(accepts('GetUserResult', { userId: 5, mail: [] })).toBe(true);
    expect(accepts('GetUserResult', { result: { userId: 5, mail: [] } })).toBe(false);
    const created = operationAt('post', '/v1/tenants/{tenant}/users').responses ?? {};
    expect(Object.keys(created)[0]).toBe('201');
    expect(Object.keys(created['201'].headers)).toEqual([
      ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'],
      ...['Server-Timing', 'X-Warnings', 'X-Answers', 'Location'],
    ]);
    // No operation of this WSDL declares SOAP headers of its response.
    expect(Object.keys(document.components?.headers ?? {})).toEqual([
      ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-Request-Id'],
      ...['Server-Timing', 'X-Warnings', 'X-Answers', 'Cache-Status', 'ETag'],
    ]);
    expect(Object.keys(found.headers)).toEqual(expect.arrayContaining(['Cache-Status', 'ETag']));
    const deleted = operationAt('delete', '/v1/users/{userId}').responses ?? {};
    expect(deleted['200']).toBeUndefined();
    expect(deleted['204']).not.toHaveProperty('content');
    // Nothing refers to the result, which no client sees.
    expect(document.components?.schemas).not.toHaveProperty('DeleteUserResult');
  });

  test('errors are problem details, and faults have their statuses and typed details', () => {
    const { responses = {} } = operationAt('delete', '/v1/users/{userId}');
    expect(Object.keys(responses)).toEqual([
      ...['204', '400', '401', '403', '404', '406', '410', '429', '500', '502', '503'],
    ]);
    // Only a plan without GET refuses a method that has a route.
    expect(Object.keys(operationAt('get', '/v1/users').responses ?? {})).toEqual([
      ...['200', '304', '400', '401', '403', '404', '405', '406', '429', '500', '502', '503'],
    ]);
    expect(responses['410'].description).toBe('The fault `__proto__`.');
    expect(responses['410'].content).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/DeleteUserError' } },
    });
    const notFound = operationAt('get', '/v1/users/{userId}').responses?.['404'];
    expect(notFound.content['application/problem+json'].schema).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Problem' }, { $ref: '#/components/schemas/GetUserError' }],
    });
    const problem = { title: '__proto__', status: 404, detail: 'No such user', code: 'SOAP_FAULT' };
    const fault = { version: '1.1', code: 'Server', reason: 'No such user', name: '__proto__' };
    const withDetail = (userId: unknown) => ({
      ...problem,
      fault: { ...fault, detail: { userNotFound: { userId } } },
    });
    expect(accepts('GetUserError', withDetail(4))).toBe(true);
    expect(accepts('GetUserError', withDetail('4'))).toBe(false);
  });

  const user = { userId: 7, name: 'Ann', mail: ['a@b'] };
  test.each<[component: string, method: string, path: string, body: unknown, isGood: boolean]>([
    ['CreateUserRequest', 'POST', '/v1/tenants/a/users', { user }, true],
    ['CreateUserRequest', 'POST', '/v1/tenants/a/users', {}, false],
    ['CreateUserRequest', 'POST', '/v1/tenants/a/users', { user: { name: 'Ann' } }, false],
    // The path has chosen the branch, and has the member.
    ['CreateUserRequest', 'POST', '/v1/tenants/a/users', { user, tenant: 'b' }, false],
    ['CreateUserRequest', 'POST', '/v1/tenants/a/users', { user, host: 'b' }, false],
    ['UpdateUserRequest', 'PUT', '/v1/users/7', {}, true],
    ['UpdateUserRequest', 'PUT', '/v1/users/7', { name: 'Ann', mail: ['a', 'b', 'c'] }, true],
    ['UpdateUserRequest', 'PUT', '/v1/users/7', { mail: ['a', 'b', 'c', 'd'] }, false],
    ['UpdateUserRequest', 'PUT', '/v1/users/7', { name: 7 }, false],
    ['UpdateUserRequest', 'PUT', '/v1/users/7', user, false],
    ['UpdateUserRequest', 'PUT', '/v1/users/7', [], false],
    ['AddNoteRequest', 'PATCH', '/v1/notes/x', { constructor: 1 }, true],
    ['AddNoteRequest', 'PATCH', '/v1/notes/x', { constructor: 1, toString: 'x' }, true],
    ['AddNoteRequest', 'PATCH', '/v1/notes/x', {}, false],
    ['AddNoteRequest', 'PATCH', '/v1/notes/x', JSON.parse('{"constructor":1,"__proto__":"y"}'), false],
  ])('%s accepts what %s %s accepts: %j', (component, method, path, body, isGood) => {
    expect([accepts(component, body), send(method, path, '', body) !== undefined]).toEqual([isGood, isGood]);
  });

  test('a body is required unless an empty object is enough', () => {
    const isRequired = (...at: Parameters<typeof operationAt>) => {
      const { requestBody } = operationAt(...at);
      return requestBody === undefined || '$ref' in requestBody ? undefined : requestBody.required;
    };
    expect(isRequired('get', '/v1/users')).toBeUndefined();
    expect(isRequired('delete', '/v1/users/{userId}')).toBeUndefined();
    expect(isRequired('post', '/v1/tenants/{tenant}/users')).toBe(true);
    expect(isRequired('put', '/v1/users/{userId}')).toBe(false);
  });

  test('an API without keys has no errors of keys, and those of bodies where there are bodies', async () => {
    const own = generateOpenApi(mapper, {
      routes: design,
      errors: problemDetails,
      successHeaders: ROUTE_HEADERS,
    });
    await expectValid(own);
    const statusesAt = (method: 'get' | 'put', path: string) =>
      Object.keys(own.paths[path]?.[method]?.responses ?? {});
    expect(statusesAt('get', '/v1/users')).toEqual(['200', '400', '404', '500', '502', '503', '504']);
    expect(statusesAt('put', '/v1/users/{userId}')).toEqual([
      ...['200', '400', '404', '413', '415', '500', '502', '503', '504'],
    ]);
    expect(Object.keys(own.components?.headers ?? {})).toEqual(['Server-Timing', 'X-Warnings']);
    expect(own.components?.responses).not.toHaveProperty('MethodNotAllowed');
  });

  test('examples of requests are divided as the route divides them', async () => {
    const inputs: Readonly<Record<string, object>> = {
      GetUser: { userId: 7, fields: ['name', 'mail'] },
      ListUsers: { department: 'R&D', maxRows: 5 },
      CreateUser: { tenant: 'a b', user: { userId: 1, name: 'Ann', mail: [] } },
      UpdateUser: { user: { userId: 7, name: 'Ann', mail: [] }, notify: true },
      DeleteUser: { id: 9 },
      AddNote: JSON.parse('{"__proto__":"n","constructor":1,"toString":"t"}'),
    };
    const examples = (name: string) => ({ request: inputs[name] as JsonObject });
    const shown = generateOpenApi(mapper, { ...routesContract(place), routes: design, examples });
    await expectValid(shown);
    await expectValid(toOpenApi30(shown));
    const exampleAt = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string) => {
      const { parameters = [], requestBody } = shown.paths[path]?.[method] ?? {};
      const values = (parameters as ParameterObject[]).map(({ name, example }) => [name, example]);
      const body = requestBody as { content?: Record<string, { example?: unknown }> } | undefined;
      return [values, body?.content?.['application/json']?.example];
    };
    expect(exampleAt('get', '/v1/users/{userId}')).toEqual([
      [
        ['userId', 7],
        ['fields', ['name', 'mail']],
      ],
      undefined,
    ]);
    expect(exampleAt('get', '/v1/users')).toEqual([
      [
        ['department', 'R&D'],
        ['maxRows', 5],
      ],
      undefined,
    ]);
    expect(exampleAt('post', '/v1/tenants/{tenant}/users')).toEqual([
      [['tenant', 'a b']],
      { user: { userId: 1, name: 'Ann', mail: [] } },
    ]);
    expect(exampleAt('put', '/v1/users/{userId}')).toEqual([
      [
        ['userId', 7],
        ['notify', true],
      ],
      { name: 'Ann', mail: [] },
    ]);
    expect(exampleAt('delete', '/v1/users/{userId}')).toEqual([[['userId', 9]], undefined]);
    expect(exampleAt('patch', '/v1/notes/{__proto__}')).toEqual([
      [['__proto__', 'n']],
      { constructor: 1, toString: 't' },
    ]);
  });

  test.each<[what: string, input: object]>([
    ['no value for the path', { host: 'h', user: { userId: 1 } }],
    ['one that a path cannot have', { tenant: 'a/b', user: { userId: 1 } }],
    ['an empty one', { tenant: '', user: { userId: 1 } }],
    ['dots', { tenant: '..', user: { userId: 1 } }],
  ])('an example with %s is left out', (_what, input) => {
    const examples = () => ({ request: input as JsonObject });
    const only: Design = { ...design, operations: { CreateUser: { route: 'POST /tenants/{tenant}/users' } } };
    const shown = generateOpenApi(mapper, { ...routesContract(place), routes: only, examples });
    expect(JSON.stringify(shown.paths)).not.toContain('"example"');
  });

  test('parameters that the document has are those that the gateway reads', () => {
    expect(send('GET', '/v1/users/7', 'fields=a&fields=b')).toContain('Fields>b<');
    expect(send('GET', '/v1/users/x')).toBeUndefined();
    expect(send('GET', '/v1/users', 'department=a&maxRows=5')).toContain('MaxRows>5<');
    expect(send('GET', '/v1/users', 'Dept=a')).toBeUndefined();
    expect(send('PUT', '/v1/users/7', 'notify=true', {})).toContain('Notify>true<');
  });

  test('a member of a list or of a simple type can be the body', async () => {
    const lists: Design = {
      operations: {
        GetUser: { route: 'POST /users/{UserID}', body: 'Fields' },
        DeleteUser: { route: 'PUT /deleted', body: 'ID' },
      },
    };
    const described = generateOpenApi(createMapper(model, { design: lists }), {
      ...routesContract(place),
      routes: lists,
    });
    await expectValid(described);
    expect(described.components?.schemas).toMatchObject({
      GetUserRequest: { type: 'array', items: { type: 'string' } },
      DeleteUserRequest: { type: 'integer', format: 'int64' },
    });
    expect(described.paths['/deleted']?.put?.requestBody).toMatchObject({ required: true });
  });

  test.each<[what: string, routes: unknown, message: RegExp]>([
    ['a design without routes', { names: 'camel' }, /a design with routes/],
    ['no design', 'design.yaml', /expected a design, not a string/],
    [
      'a route that does not fit',
      { operations: { GetUser: { route: 'GET /users/{nobody}' } } },
      /a design that fits the service: operations > GetUser > route: cannot have \{nobody\}/,
    ],
  ])('%s is an error of the option', (_what, routes, message) => {
    const generate = () => generateOpenApi(mapper, { ...routesContract(place), routes: routes as Design });
    expect(generate).toThrow(OptionError);
    expect(generate).toThrow(message);
  });
});
