import { gatewayContract } from '@soapstone/http-contract';
import {
  type CompiledOperation,
  createMapper,
  DecodeError,
  type DecodeOptions,
  type JsonObject,
  type JsonValue,
  MappingError,
  parseJson,
  stringify,
  type ValidationProblem,
} from '@soapstone/json-xml-mapper';
import { generateOpenApi, toOpenApi30 } from '@soapstone/openapi-generator';
import { defined } from '@soapstone/options/defined';
import { bundleResolver, parseWsdl } from '@soapstone/wsdl-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import {
  type Case,
  messagesOf,
  type ResponseManifest,
  readCases,
  responseManifest,
} from './material/case.js';
import { infosetOf } from './material/infoset.js';

interface InvalidInput {
  readonly input: unknown;
  readonly errors: readonly string[];
}

interface Query {
  readonly query: string;
  readonly input?: unknown;
  readonly errors?: readonly string[];
}

interface ExactRequest {
  readonly input: unknown;
  readonly body: string;
  readonly contentType: string;
  readonly soapAction?: string;
}

interface RawRequest {
  readonly text: string;
  readonly errors: readonly string[];
  /** The expected first message, and the texts that no message may contain. */
  readonly message?: string;
  readonly never?: string;
}

const cases = readCases();
const utf8 = (text: string) => new TextEncoder().encode(text);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const summary = (errors: readonly ValidationProblem[]) =>
  errors.map(({ keyword, path }) => `${keyword} ${path}`.trim()).sort();

describe.each(cases.map((entry) => [entry.name, entry] as const))('%s', (_name, entry) => {
  const { manifest, file } = entry;
  const invalid = JSON.parse(file('invalid.json') ?? '[]') as InvalidInput[];
  const raw = JSON.parse(file('raw.json') ?? '[]') as RawRequest[];
  const exact = JSON.parse(file('exact.json') ?? '[]') as ExactRequest[];
  const openapi = Object.entries(JSON.parse(file('openapi.json') ?? '{}') as Record<string, unknown>);
  const digits = defined({ digits: manifest.digits });
  const encode = { ...manifest.encode, ...digits };
  /** JSON text without its layout; numbers and key order unchanged. */
  const compact = (json: string) => stringify(parseJson(json, digits));
  const queries = (parseJson(file('queries.json') ?? '[]') as unknown as Query[]) ?? [];

  test('names its rules and the source of its expectations', () => {
    expect(manifest.rules.length).toBeGreaterThan(0);
    expect(manifest.expectations).toMatch(/\S/);
  });

  if (
    manifest.operations !== undefined ||
    manifest.diagnostics !== undefined ||
    manifest.info !== undefined
  ) {
    test('its WSDL is parsed as expected', async () => {
      const { model, diagnostics } = await parse(entry);
      if (manifest.operations !== undefined)
        expect(model.exposed.map(({ name }) => name)).toEqual(manifest.operations);
      if (manifest.diagnostics !== undefined)
        expect(diagnostics.map(({ code }) => code).sort()).toEqual([...manifest.diagnostics].sort());
      if (manifest.info !== undefined) expect((await compile(entry)).info).toMatchObject(manifest.info);
    });
  }

  describe.each(messagesOf(entry, 'request.json').map((request) => [request.number, request] as const))(
    'request %i',
    (_number, request) => {
      const requestJson = request.file('request.json') ?? '';
      const requestXml = request.file('request.xml') ?? '';

      test('the request becomes this XML', async () => {
        const operation = await compile(entry);
        const written = operation.toXml(parseJson(requestJson, digits), encode);
        expect(infosetOf(text(written.body))).toBe(infosetOf(requestXml));
        expect(text(operation.encodeJson(utf8(requestJson), encode).body)).toBe(text(written.body));
      });

      test('the XML decodes to the normalised request', async () => {
        const operation = await compile(entry);
        expect(refusal(operation, 'input', operation.normalise(parseJson(requestJson)))).toBeUndefined();
        const normalised = compact(request.file('normalised.json') ?? requestJson);
        const { $headers: _headers, ...body } = operation.normalise(parseJson(requestJson));
        const { $headers: _other, ...wanted } = parseJson(normalised) as JsonObject;
        expect(stringify(body)).toBe(stringify(wanted));
        const { attachments } = operation.toXml(parseJson(requestJson), encode);
        expect(stringify(operation.requestFromXml(requestXml, { attachments }).input)).toBe(
          stringify(wanted),
        );
      });
    },
  );

  test.each(invalid.map(({ input, errors }) => [JSON.stringify(input), input, errors] as const))(
    'refuses %s',
    async (_label, input, errors) => {
      const operation = await compile(entry);
      expect(summary(operation.validate(input))).toEqual([...errors].sort());
      expect(summary(errorsOf(() => operation.encodeJson(utf8(JSON.stringify(input)))))).toEqual(
        [...errors].sort(),
      );
    },
  );

  test.each(raw.map((request) => [request.text.slice(0, 60), request] as const))(
    'refuses the text %s',
    async (_label, { text: json, errors, message, never }) => {
      const operation = await compile(entry);
      const found = errorsOf(() => operation.encodeJson(utf8(json), encode));
      expect(summary(found)).toEqual([...errors].sort());
      if (message !== undefined) expect(found[0]?.message).toContain(message);
      if (never !== undefined) expect(JSON.stringify(found)).not.toContain(never);
    },
  );

  test.each(exact)('writes exactly $body', async ({ input, body, contentType, soapAction }) => {
    const request = (await compile(entry)).toXml(input);
    expect({
      body: text(request.body),
      contentType: request.contentType,
      soapAction: request.soapAction,
    }).toEqual({ body, contentType, soapAction });
  });

  test.each(openapi)('publishes %s', async (pointer, expected) => {
    const { model } = await parse(entry);
    const document = generateOpenApi(createMapper(model, manifest.options), {
      ...gatewayContract({ baseUrl: 'https://api.example.com', accountId: 'acc', serviceSlug: 'svc' }),
      defaultPolicy: 'GET + POST',
    });
    expect(at(toOpenApi30(document), pointer)).toEqual(expected);
  });

  test.each(queries.map((query) => [query.query, query] as const))(
    'reads the query %s',
    async (_label, { query, input, errors }) => {
      const operation = await compile(entry);
      if (errors !== undefined)
        expect(
          summary(errorsOf(() => operation.encodeJson(utf8(stringify(operation.fromQuery(query)))))),
        ).toEqual([...errors].sort());
      else expect(stringify(operation.fromQuery(query))).toBe(stringify(input));
    },
  );

  describe.each(messagesOf(entry, 'response.xml').map((response) => [response.number, response] as const))(
    'response %i',
    (number, response) => {
      const expected = responseManifest(entry, number);
      const responseXml = response.file('response.xml') ?? '';
      if (expected.refused !== undefined) {
        test('the response is rejected', async () => {
          const operation = await compile(entry);
          const error = errorOf(() => operation.fromXml(responseXml));
          expect(error).toBeInstanceOf(DecodeError);
          expect((error as DecodeError).code).toBe(expected.refused);
        });
        return;
      }
      test('the response becomes this JSON', async () => {
        const operation = await compile(entry);
        const reply = operation.fromXml(responseXml, { ...attachmentsOf(expected), ...digits });
        expect(reply.warnings.map(({ code, path }) => `${code} ${path}`.trim()).sort()).toEqual(
          [...(expected.warnings ?? [])].sort(),
        );
        const fault = response.file('fault.json');
        if (fault !== undefined) {
          expect(reply.kind).toBe('fault');
          expect(
            reply.kind === 'fault' && JSON.parse(stringify(reply.fault as unknown as JsonObject)),
          ).toEqual(JSON.parse(fault));
          return;
        }
        expect(reply.kind).toBe('result');
        if (reply.kind !== 'result') return;
        if (reply.warnings.length === 0) expect(refusal(operation, 'output', reply.result)).toBeUndefined();
        expect(stringify(reply.result)).toBe(compact(response.file('response.json') ?? ''));
        const headers = response.file('response-headers.json');
        expect(reply.headers === undefined ? undefined : stringify(reply.headers)).toBe(
          headers === undefined ? undefined : compact(headers),
        );
      });

      const responseJson = response.file('response.json');
      if (responseJson !== undefined && expected.reversible !== false) {
        test('the JSON becomes that response again', async () => {
          const operation = await compile(entry);
          const headers = response.file('response-headers.json');
          const written = operation.responseToXml(
            parseJson(responseJson),
            headers === undefined ? {} : { headers: parseJson(headers) as JsonObject },
          );
          expect(infosetOf(text(written.body))).toBe(infosetOf(responseXml));
        });
      }
    },
  );
});

const compiled = new Map<string, Promise<CompiledOperation>>();

function compile(entry: Case): Promise<CompiledOperation> {
  const known = compiled.get(entry.name);
  if (known !== undefined) return known;
  const operation = parse(entry).then(({ model }) => {
    const mapper = createMapper(model, { warnings: 'all', ...entry.manifest.options });
    return mapper.compile(entry.manifest.operation ?? (model.exposed[0]?.name as string));
  });
  compiled.set(entry.name, operation);
  return operation;
}

function parse(entry: Case) {
  return parseWsdl('service.wsdl', {
    resolve: bundleResolver(
      new Map(Object.entries(entry.documents).map(([name, document]) => [name, utf8(document)])),
    ),
  });
}

/** Compiles the schemas of all cases, because each new instance compiles the schema of JSON Schema first. */
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });

/**
 * Problems of a value by the published JSON Schema (OA-10). ajv only supports doubles and ignores a property `__proto__`, so such
 * values are not judged.
 */
function refusal(
  operation: CompiledOperation,
  message: 'input' | 'output',
  value: JsonValue,
): string | undefined {
  const text = stringify(value);
  const judged = JSON.parse(text) as JsonValue;
  if (stringify(judged) !== text || text.includes('"__proto__"')) return undefined;
  const validate = ajv.compile(operation.jsonSchema(message));
  return validate(judged) ? undefined : `${ajv.errorsText(validate.errors)} in ${text}`;
}

/** The value at a JSON Pointer. */
function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (found, key) =>
        (found as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      value,
    );
}

function attachmentsOf(expected: ResponseManifest): DecodeOptions {
  const attachments = (expected.attachments ?? []).map((part) => ({
    ...part,
    data: new Uint8Array(Buffer.from(part.data, 'base64')),
  }));
  return attachments.length === 0 ? {} : { attachments };
}

function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

function errorsOf(action: () => unknown): readonly ValidationProblem[] {
  const error = errorOf(action);
  expect(error).toBeInstanceOf(MappingError);
  return (error as MappingError).errors;
}
