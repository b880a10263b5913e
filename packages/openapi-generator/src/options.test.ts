import { gatewayContract } from '@soapstone/http-contract';
import { createMapper } from '@soapstone/json-xml-mapper';
import { parseWsdlText } from '@soapstone/wsdl-parser';
import { describe, expect, test } from 'vitest';
import * as surface from './index.js';
import { generateOpenApi, OptionError } from './index.js';

/** Arguments that the types forbid but a JavaScript caller can pass. */
const asAny = <Value>(value: unknown): Value => value as Value;

function caught(use: () => unknown): unknown {
  try {
    use();
  } catch (error) {
    return error;
  }
  return undefined;
}

const wsdl = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"/>';
const { model } = await parseWsdlText(wsdl);
const mapper = createMapper(model);
const place = gatewayContract({ baseUrl: 'https://a.example', accountId: 'a', serviceSlug: 's' });
const document = generateOpenApi(mapper, place);

describe('generateOpenApi: rejects unknown options and values', () => {
  test.each<[options: unknown, option: string, message: RegExp]>([
    [{ ...place, number: 'string' }, 'number', /did you mean "numbers"\?/],
    [{ ...place, numbers: 'text' }, 'numbers', /"number" or "string"/],
    [{ ...place, baseUrl: 'https://a.example' }, 'baseUrl', /no such option/],
    [{ ...place, path: '/users' }, 'path', /\{operation\}/],
    [{ ...place, path: 'users/{operation}' }, 'path', /such as "\/\{operation\}"/],
    [{ ...place, server: ['/'] }, 'server', /did you mean "servers"\?/],
    [{ ...place, servers: '/' }, 'servers', /an array, not a string/],
    [{ ...place, envelope: true }, 'envelope', /the name of a member/],
    [{ ...place, envelope: { result: 'data' } }, 'envelope', /an envelope/],
    [{ ...place, errors: 'problem' }, 'errors', /restErrors/],
    [{ ...place, faultStatuses: { NotFound: '404' } }, 'faultStatuses.NotFound', /a number from 200/],
    [{ ...place, securitySchemes: { key: null } }, 'securitySchemes.key', /a security scheme/],
    [{ ...place, tags: ['users'] }, 'tags', /a function, not an array/],
    [{ ...place, defaultPolicy: 'get' }, 'defaultPolicy', /did you mean "GET"\?/],
    [{ ...place, policies: { Get: 'GET' } }, 'policies', /a Map, not an object/],
    [{ ...place, policies: ['GET'] }, 'policies', /a Map, not an array/],
    [{ ...place, policies: new Map([['Get', 'PUT']]) }, 'policies', /"POST" or "GET"/],
    [{ ...place, deprecated: ['Get'] }, 'deprecated', /a function, not an array/],
    [{ ...place, dateFormats: 'no' }, 'dateFormats', /true or false/],
    [{ ...place, examples: true }, 'examples', /a function, not a boolean/],
    ['https://a.example', '', /an object, not a string/],
    [null, '', /an object, not null/],
  ])('%j', (options, option, message) => {
    const error = caught(() => generateOpenApi(mapper, asAny(options)));
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ code: 'INVALID_OPTION', option, message: expect.stringMatching(message) });
  });

  test('takes options that are undefined as absent', () => {
    const given = {
      ...place,
      title: undefined,
      policies: undefined,
      numbers: undefined,
      examples: undefined,
    };
    expect(generateOpenApi(mapper, given)).toEqual(document);
  });
});

/** Wrong calls of every public function that JavaScript allows, and the option that the error names. */
const wrong: Record<string, readonly (readonly [use: () => unknown, option: string])[]> = {
  generateClient: [
    [() => surface.generateClient(asAny(undefined)), 'service'],
    [() => surface.generateClient(asAny({ model })), 'service.ports'],
    [() => surface.generateClient(asAny({ model: {}, ports: new Map() })), 'service.model'],
    [() => surface.generateClient({ model, ports: new Map([['P', asAny('Get')]]) }), 'service.ports'],
    [() => surface.generateClient({ model, ports: new Map() }, asAny({ operation: ['Get'] })), 'operation'],
    [() => surface.generateClient({ model, ports: new Map() }, { operations: [] }), 'operations'],
    [() => surface.generateClient({ model, ports: new Map() }, asAny({ numbers: 'text' })), 'numbers'],
  ],
  generateOpenApi: [
    [() => generateOpenApi(asAny(undefined), place), 'mapper'],
    [() => generateOpenApi(asAny(model), place), 'mapper'],
  ],
  toOpenApi30: [
    [() => surface.toOpenApi30(asAny(undefined)), 'document'],
    [() => surface.toOpenApi30(asAny(JSON.stringify(document))), 'document'],
  ],
  printOpenApi: [
    [() => surface.printOpenApi(asAny(null), 'json'), 'document'],
    [() => surface.printOpenApi(document, asAny('yml')), 'format'],
    [() => surface.printOpenApi(document, asAny(undefined)), 'format'],
  ],
  printTypes: [
    [() => surface.printTypes(asAny(mapper)), 'document'],
    [() => surface.printTypes(document, asAny({ value: true })), 'value'],
    [() => surface.printTypes(document, asAny({ values: 'bigint' })), 'values'],
  ],
  compareContracts: [
    [() => surface.compareContracts(asAny(undefined), mapper), 'before'],
    [() => surface.compareContracts(mapper, asAny(document)), 'after'],
    [() => surface.compareContracts(mapper, mapper, asAny({ max: 5 })), 'max'],
    [() => surface.compareContracts(mapper, mapper, asAny({ most: Number.NaN })), 'most'],
    [() => surface.compareContracts(mapper, mapper, asAny({ takesGet: true })), 'takesGet'],
  ],
  gradeOperations: [
    [() => surface.gradeOperations(asAny(mapper), []), 'model'],
    [() => surface.gradeOperations(model, asAny(undefined)), 'diagnostics'],
    [() => surface.gradeOperations(model, asAny([null])), 'diagnostics.0'],
  ],
  ambiguityFindings: [[() => surface.ambiguityFindings(asAny(model)), 'schema']],
  patternFindings: [[() => surface.patternFindings(asAny(model)), 'schema']],
  provenExamples: [[() => surface.provenExamples(asAny('Get')), 'operation']],
};

describe.each(Object.entries(wrong))('%s: rejects arguments of the wrong type', (_name, cases) => {
  test.each(cases.map(([use, option], index) => ({ index, use, option })))('$index: $option', (each) => {
    const error = caught(each.use);
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject({ code: 'INVALID_OPTION', option: each.option });
  });
});

test('options: every public function that takes arguments is in the table', () => {
  const functions = Object.entries(surface)
    .filter(([name, value]) => typeof value === 'function' && name !== 'OptionError')
    .map(([name]) => name);
  expect(functions.filter((name) => !Object.hasOwn(wrong, name))).toEqual([]);
});
