import { NUMBER_STRINGS_TYPE, restErrors } from '@soapstone/http-contract';
import type { MessageShape } from '@soapstone/json-xml-mapper/shapes';
import { defined } from '@soapstone/options/defined';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { printTypes } from './client/print-types.js';
import { generateOpenApi } from './generate.js';
import { toOpenApi30 } from './openapi-30.js';
import { printOpenApi } from './print.js';
import { expectValid, options } from './testing/get-user.js';
import { createJudge } from './testing/json-schema.js';
import { fault, mapperOf, message, type OperationLiteral } from './testing/mapper.js';
import { attribute, el, INT, object, optional, STRING, seq } from './testing/shapes.js';

const user = object('User', seq(el('id', INT), el('name', STRING), optional('email', STRING)));
const record = optional('GetUserResult', user).member;
const getUser: OperationLiteral = {
  input: message(object(['GetUser'], seq(el('userId', INT)))),
  output: message(object(['GetUserResponse'], seq(optional('GetUserResult', user))), { record }),
  faults: [
    fault('UserNotFoundFault', el('UserNotFound', object(['UserNotFound'], seq(el('userId', INT)))).member),
  ],
  info: { documentation: 'Find a user. By number only.', querySafe: { safe: true } },
};
const PATH = '/api/v1/acc_1/users/GetUser';

describe('the document (OA-1, OA-2)', () => {
  test.each([
    ['tags', 1],
    ['tags.0', [1]],
  ])('%s of a function that returns something else than texts', (option, tags) => {
    const generate = () =>
      generateOpenApi(mapperOf({ GetUser: getUser }), { ...options, tags: () => tags as never });
    expect(generate).toThrow(expect.objectContaining({ name: 'OptionError', option }) as Error);
  });

  test('one operation', async () => {
    const document = generateOpenApi(mapperOf({ GetUser: getUser }), options);
    await expectValid(document);
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'UserDirectory', version: '1.0.0' },
      servers: [{ url: 'https://api.example.com' }],
      security: [{ ApiKeyAuth: [] }],
      tags: [{ name: 'UserDirectory', description: 'The operations of UserDirectory.' }],
      components: { securitySchemes: { ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
    });
    expect(Object.keys(document.paths)).toEqual([PATH]);
    expect(document.paths[PATH]?.get).toBeUndefined();
    expect(document.paths[PATH]?.post).toMatchObject({
      operationId: 'GetUser',
      tags: ['UserDirectory'],
      summary: 'Find a user.',
      description: 'Find a user. By number only.',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/GetUserRequest' } } },
      },
      'x-soap': {
        style: 'document',
        use: 'literal',
        soapAction: 'urn:t/GetUser',
        version: '1.1',
        inputElement: '{urn:t}GetUser',
        outputElement: '{urn:t}GetUserResponse',
        resultUnwrap: 'record',
        numbers: 'number',
      },
    });
  });

  test('every response carries the rate-limit headers', () => {
    const document = generateOpenApi(mapperOf({ GetUser: getUser }), options);
    const responses = document.paths[PATH]?.post?.responses ?? {};
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '404', '406', '429', '500', '502', '503']);
    for (const response of Object.values(responses)) {
      const name = (response.$ref as string | undefined)?.split('/').at(-1);
      const resolved = name === undefined ? response : document.components?.responses?.[name];
      expect(Object.keys(resolved.headers)).toEqual(
        expect.arrayContaining(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']),
      );
    }
  });

  test('a GET lists the tag of a result and 304, which a POST never gets', async () => {
    const both = { ...options, defaultPolicy: 'GET + POST' } as const;
    const document = generateOpenApi(mapperOf({ GetUser: getUser }), both);
    await expectValid(document);
    await expectValid(toOpenApi30(document));
    const { get, post } = document.paths[PATH] ?? {};
    expect(get?.responses?.['200'].headers.ETag).toEqual({ $ref: '#/components/headers/ETag' });
    expect(get?.responses?.['304']).toEqual({ $ref: '#/components/responses/NotModified' });
    expect(document.components?.responses?.['NotModified']).not.toHaveProperty('content');
    expect(post?.responses?.['200'].headers).not.toHaveProperty('ETag');
    expect(post?.responses).not.toHaveProperty('304');
    const posted = generateOpenApi(mapperOf({ GetUser: getUser }), options);
    expect(posted.components?.responses).not.toHaveProperty('NotModified');
    expect(posted.components?.headers).not.toHaveProperty('ETag');
  });

  test('the component of 304 leaves the name to an error of the contract', () => {
    const responses = { NotModified: { status: 409, description: 'Nothing was changed.' } };
    const document = generateOpenApi(mapperOf({ GetUser: getUser }), {
      ...options,
      defaultPolicy: 'GET',
      errors: { ...restErrors, responses },
    });
    const { get } = document.paths[PATH] ?? {};
    expect(get?.responses?.['304']).toEqual({ $ref: '#/components/responses/NotModified_' });
    expect(get?.responses?.['409']).toEqual({ $ref: '#/components/responses/NotModified' });
    expect(document.components?.responses?.['NotModified']).toMatchObject({
      description: 'Nothing was changed.',
    });
  });

  test('406 is listed only where clients choose the form of numbers', () => {
    const without = generateOpenApi(mapperOf({ GetUser: getUser }));
    expect(without.paths['/GetUser']?.post?.responses).not.toHaveProperty('406');
    const choosing = generateOpenApi(mapperOf({ GetUser: getUser }), {
      numberStringsType: NUMBER_STRINGS_TYPE,
    });
    expect(choosing.paths['/GetUser']?.post?.responses?.['406']).toEqual({
      $ref: '#/components/responses/NotAcceptable',
    });
  });

  test('request, result, body and error of an operation (examples 4.1, 6.1)', () => {
    const document = generateOpenApi(mapperOf({ GetUser: getUser }), options);
    const schemas = document.components?.schemas ?? {};
    expect(schemas['GetUserRequest']).toEqual({
      type: 'object',
      required: ['userId'],
      additionalProperties: false,
      properties: { userId: { type: 'integer', format: 'int32' } },
    });
    expect(schemas['GetUserResult']).toEqual({
      anyOf: [{ $ref: '#/components/schemas/User' }, { $ref: '#/components/schemas/NoRecord' }],
    });
    const accepts = createJudge(schemas);
    const meta = { service: 'users', operation: 'GetUser', latencyMs: 87, cached: false };
    expect(accepts('GetUserResponse', { result: { id: 42, name: 'Ada' }, meta })).toBe(true);
    expect(accepts('GetUserResponse', { result: {}, meta: { ...meta, later: 'added' } })).toBe(true);
    expect(accepts('GetUserResponse', { result: { $nil: true }, meta })).toBe(true);
    expect(accepts('GetUserResponse', { result: { id: 42 }, meta })).toBe(false);
    expect(accepts('GetUserResponse', { result: {} })).toBe(false);
    const error = (detail: unknown): unknown => ({
      error: {
        type: 'UPSTREAM_ERROR',
        message: 'No such user',
        fault: { version: '1.1', code: 'Server', reason: 'No such user', name: 'UserNotFoundFault', detail },
      },
    });
    expect(accepts('GetUserError', error({ UserNotFound: { userId: 42 } }))).toBe(true);
    expect(accepts('GetUserError', error({ UserNotFound: { userId: '42' } }))).toBe(false);
    expect(accepts('GetUserError', error({ $any: [{ '{urn:x}Extra': 'x' }], $value: 'text' }))).toBe(true);
    expect(
      accepts('Error', {
        error: {
          type: 'VALIDATION_ERROR',
          message: 'm',
          details: [{ path: '/a', keyword: 'type', message: 'm' }],
        },
      }),
    ).toBe(true);
    expect(accepts('Error', { error: { type: 'OTHER', message: 'm' } })).toBe(false);
  });

  test('operations without declared faults share the error and its responses (OA-2)', () => {
    const ping: OperationLiteral = { input: message(object(['Ping'])) };
    const { paths, components } = generateOpenApi(mapperOf({ GetUser: getUser, Ping: ping }), options);
    const response = (operation: string): unknown =>
      paths[`/api/v1/acc_1/users/${operation}`]?.post?.responses?.['502'];
    expect(response('Ping')).toEqual({ $ref: '#/components/responses/Upstream502' });
    expect(components?.responses?.['Upstream502']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/UpstreamError' } } },
    });
    expect(response('GetUser')).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/GetUserError' } } },
    });
    expect(components?.schemas?.['GetUserError']).toMatchObject({
      allOf: [{ $ref: '#/components/schemas/UpstreamError' }, { type: 'object' }],
    });
  });

  test('a name with letters that a URL does not have is spelled in the operationId', () => {
    const ping: OperationLiteral = { input: message(object(['Grüße'])) };
    const document = generateOpenApi(mapperOf({ Grüße: ping }), options);
    const { post } = Object.values(document.paths)[0] ?? {};
    expect(post?.operationId).toBe('Gr_u00FC_u00DFe');
    expect(post?.['x-soap']).toMatchObject({ operation: 'Grüße' });
    expect(printTypes(document)).toContain('"Grüße": {');
  });

  test('a description does not repeat the summary', () => {
    const described = (documentation: string) => {
      const mapper = mapperOf({ GetUser: getUser });
      const compile = (name: string) => {
        const operation = mapper.compile(name);
        return { ...operation, info: { ...operation.info, documentation } };
      };
      const { summary, description } =
        generateOpenApi({ ...mapper, compile }, options).paths[PATH]?.post ?? {};
      return [summary, description];
    };
    expect(described('Finds a user.')).toEqual(['Finds a user.', expect.stringMatching(/^Calls the SOAP/)]);
    expect(described('Finds a user. By id.')).toEqual(['Finds a user.', 'Finds a user. By id.']);
  });

  test.each([
    [undefined, '/', { identifier: 'LicenseRef-Terms-of-the-provider' }, { url: '/' }],
    [['/api/'], '/api', { identifier: 'LicenseRef-Terms-of-the-provider' }, { url: '/api' }],
    [
      ['https://a.example/x/'],
      'https://a.example/x',
      { url: 'https://a.example/x' },
      { url: 'https://a.example/x' },
    ],
  ])(
    'servers %j: linters find the servers and the licence in order',
    (servers, url, licence31, licence30) => {
      const document = generateOpenApi(
        mapperOf({ GetUser: getUser }),
        servers === undefined ? {} : { servers },
      );
      expect(document.servers).toEqual([{ url }]);
      expect(document.info.license).toEqual({ name: expect.any(String), ...licence31 });
      expect(toOpenApi30(document).info.license).toEqual({ name: expect.any(String), ...licence30 });
    },
  );

  test('the document contains only referenced components', () => {
    const ping: OperationLiteral = { input: message(object(['Ping'])) };
    const { components } = generateOpenApi(mapperOf({ Ping: ping }), options);
    expect(Object.keys(components?.schemas ?? {})).toEqual([
      'AnyElement',
      'AnyValue',
      'Error',
      'Meta',
      'PingRequest',
      'PingResponse',
      'PingResult',
      'UpstreamError',
      'Warning',
    ]);
  });
});

describe('messages', () => {
  const resultOf = (output: MessageShape | undefined): ((json: unknown) => boolean) => {
    const operation = { input: message(object(['Op'])), ...defined({ output }) };
    const { components } = generateOpenApi(mapperOf({ Op: operation }), options);
    const accepts = createJudge(components?.schemas);
    return (json) => accepts('OpResult', json);
  };

  test('one-way: {} (UW-8)', () => {
    const accepts = resultOf(undefined);
    expect([accepts({}), accepts({ a: 1 })]).toEqual([true, false]);
  });

  test('a required record is the result', () => {
    const certain = el('r', user);
    const accepts = resultOf(message(object(['R'], seq(certain)), { record: certain.member }));
    expect([accepts({ id: 1, name: 'x' }), accepts({})]).toEqual([true, false]);
  });

  test('a nil record shows its attributes (UW-5)', () => {
    const shape = object('Rec', seq(el('id', INT)), {
      attributes: [attribute('v', INT, { required: true })],
    });
    const nillable = el('r', shape, { nillable: true });
    const accepts = resultOf(message(object(['R'], seq(nillable)), { record: nillable.member }));
    expect([
      accepts({ '@v': 1, id: 1 }),
      accepts({ $nil: true }),
      accepts({ $nil: true, '@v': 1 }),
      accepts(null),
    ]).toEqual([true, true, true, false]);
  });

  test('without a record the root is the result (UW-6)', () => {
    const accepts = resultOf(message(object(['R'], seq(el('AddResult', INT)))));
    expect([accepts({ AddResult: 5 }), accepts(5)]).toEqual([true, false]);
  });

  test('a body element that may be nil', () => {
    const accepts = resultOf(message(object(['R'], seq(el('x', INT))), { nillable: true }));
    expect([accepts({ x: 5 }), accepts({ $nil: true }), accepts({})]).toEqual([true, true, false]);
  });

  test('headers and attachments (examples 5.1, 13.1)', async () => {
    const auth = object(['AuthHeader'], seq(el('Token', STRING)));
    const upload: OperationLiteral = {
      input: message(object('UploadType', seq(el('title', STRING))), {
        headers: { ...object([], seq(optional('AuthHeader', auth))), encodedBlocks: new Set() },
        attachments: [{ name: 'file', contentTypes: ['image/png'] }],
      }),
      output: message(object(['UploadResponse']), {
        headers: { ...object([], seq(optional('Quota', INT))), encodedBlocks: new Set() },
      }),
      info: { querySafe: { safe: true } },
    };
    const document = generateOpenApi(mapperOf({ Upload: upload }), {
      ...options,
      defaultPolicy: 'GET + POST',
    });
    await expectValid(document);
    const accepts = createJudge(document.components?.schemas);
    const $attachments = { file: { contentType: 'image/png', data: 'iVBORw0K' } };
    expect(
      accepts('UploadRequest', { title: 't', $attachments, $headers: { AuthHeader: { Token: 'x' } } }),
    ).toBe(true);
    expect(accepts('UploadRequest', { title: 't', $attachments: {} })).toBe(false);
    expect(accepts('UploadRequest', { title: 't' })).toBe(false);
    expect(accepts('UploadRequest', { title: 't', $attachments, $headers: { Other: {} } })).toBe(false);
    const meta = { service: 'users', operation: 'Upload', latencyMs: 1, cached: false };
    expect(accepts('UploadResponse', { result: {}, meta: { ...meta, soapHeaders: { Quota: 3 } } })).toBe(
      true,
    );
    expect(accepts('UploadResponse', { result: {}, meta: { ...meta, soapHeaders: { Quota: 'x' } } })).toBe(
      false,
    );
    expect(document.paths['/api/v1/acc_1/users/Upload']?.get?.parameters).toContainEqual({
      name: 'X-SOAP-Headers',
      in: 'header',
      description: 'SOAP header blocks as JSON text: the value that `$headers` has in the body of a POST.',
      schema: { type: 'string' },
    });
  });

  test('a body is not required if nothing in it is (VE-7)', () => {
    const { paths } = generateOpenApi(
      mapperOf({
        A: { input: message(object(['A'], seq(optional('x', INT)))) },
        B: { input: message(object(['B'], seq(el('x', INT)))) },
        C: {
          input: message(object(['C'], seq(), { attributes: [attribute('x', INT, { required: true })] })),
        },
      }),
      options,
    );
    const required = Object.values(paths).map((item) => item.post?.requestBody);
    expect(required).toMatchObject([{ required: false }, { required: true }, { required: true }]);
  });
});

describe('print', () => {
  test('equal inputs give equal bytes; JSON and YAML say the same', () => {
    const make = (): ReturnType<typeof generateOpenApi> =>
      generateOpenApi(mapperOf({ GetUser: getUser }), options);
    const json = printOpenApi(make(), 'json');
    expect(printOpenApi(make(), 'json')).toBe(json);
    const yaml = printOpenApi(make(), 'yaml');
    expect(parse(yaml)).toEqual(JSON.parse(json));
    expect(yaml).not.toMatch(/[&*][a-z]\d/);
  });

  test('names that overloads get are legal in paths (OP-3)', async () => {
    const op = { input: message(object(['Op'])) };
    const document = generateOpenApi(mapperOf({ 'echo~echoInt': op, 'B::ping': op, größe: op }), options);
    await expectValid(document);
    expect(Object.keys(document.paths)).toEqual([
      '/api/v1/acc_1/users/echo~echoInt',
      '/api/v1/acc_1/users/B::ping',
      '/api/v1/acc_1/users/gr%C3%B6%C3%9Fe',
    ]);
  });

  test('3,000 operations take seconds, not minutes', () => {
    const operations = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`Op${index}`, { ...getUser, info: {} }]),
    );
    const started = process.cpuUsage();
    const text = printOpenApi(generateOpenApi(mapperOf(operations), options), 'json');
    // Seconds of a slow processor; quadratic work would take hours.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(60_000);
    expect(text.length).toBeLessThan(40_000_000);
  });
});
