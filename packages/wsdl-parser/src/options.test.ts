import { clarkName, parseClarkName } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { directoryResolver, fileResolver, openLocal } from './file.js';
import * as surface from './index.js';
import { bundleResolver, OptionError, parseWsdl, parseWsdlText } from './index.js';

/** Arguments that the types forbid but a JavaScript caller can pass. */
const asAny = <Value>(value: unknown): Value => value as Value;

async function caught(use: () => unknown): Promise<unknown> {
  try {
    await use();
  } catch (error) {
    return error;
  }
  return undefined;
}

const wsdl = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"/>';
const resolve = bundleResolver({ 'a.wsdl': wsdl });

describe('parseWsdl, parseWsdlText: reject unknown options and values', () => {
  test.each<[options: unknown, option: string, message: RegExp]>([
    [{ resolver: resolve }, 'resolver', /did you mean "resolve"\?/],
    [{ resolve: 'a.wsdl' }, 'resolve', /a function, not a string/],
    [{ strict: 'yes' }, 'strict', /true or false, not a string/],
    [{ engine: 'libxml' }, 'engine', /did you mean "libxmljs2"\?/],
    [{ limits: { deadline: 5 } }, 'limits.deadline', /no such option/],
    [{ limits: { element: 5 } }, 'limits.element', /did you mean "elements"\?/],
    [{ limits: { bytes: Number.NaN } }, 'limits.bytes', /a number from 0, not NaN/],
    [{ select: { soapVersion: '1.3' } }, 'select.soapVersion', /"1.1" or "1.2"; did you mean "1.1"\?/],
    [{ select: { soapVersion: 1.1 } }, 'select.soapVersion', /"1.1" or "1.2", not 1.1/],
    [{ select: { prot: 'P' } }, 'select.prot', /did you mean "port"\?/],
    [{ select: { ports: 'P' } }, 'select.ports', /an array, not a string/],
    [{ select: null }, 'select', /an object, not null/],
    [JSON.parse('{"__proto__":{"strict":true}}'), '__proto__', /no such option/],
  ])('%j', async (options, option, message) => {
    const refusal = { code: 'INVALID_OPTION', option, message: expect.stringMatching(message) };
    const error = await caught(() => parseWsdl('a.wsdl', asAny(withResolver(options))));
    expect(error).toBeInstanceOf(OptionError);
    expect(error).toMatchObject(refusal);
    expect(await caught(() => parseWsdlText(wsdl, asAny(options)))).toMatchObject(refusal);
  });

  test('take options that are undefined as absent', async () => {
    const options = { strict: undefined, engine: undefined, limits: { bytes: undefined }, select: undefined };
    expect((await parseWsdl('a.wsdl', { ...options, resolve })).model.targetNamespace).toBe('urn:t');
    const selected = await parseWsdlText(wsdl, {
      ...options,
      select: { port: undefined },
      resolve: undefined,
    });
    expect(selected.model.exposed).toEqual([]);
  });
});

/** The options with the one that is required, which must not make `__proto__` a member. */
function withResolver(options: unknown): unknown {
  const target = { resolve };
  for (const [name, value] of Object.entries(options as object)) {
    Object.defineProperty(target, name, { value, enumerable: true });
  }
  return target;
}

const { model } = await parseWsdl('a.wsdl', { resolve });

/** Calls of every public function that a JavaScript caller can get wrong, and the option that is named. */
const wrong: Record<string, readonly (readonly [use: () => unknown, option: string])[]> = {
  parseWsdl: [
    [() => parseWsdl(asAny(undefined), { resolve }), 'location'],
    [() => parseWsdl(asAny(new URL('file:///a.wsdl')), { resolve }), 'location'],
    [() => parseWsdl('a.wsdl', asAny(undefined)), ''],
    [() => parseWsdl('a.wsdl', asAny({})), 'resolve'],
  ],
  parseWsdlText: [
    [() => parseWsdlText(asAny(undefined)), 'content'],
    [() => parseWsdlText(asAny({ wsdl })), 'content'],
    [() => parseWsdlText(wsdl, asAny('a.wsdl')), ''],
    [() => parseWsdlText(wsdl, asAny({ location: 5 })), 'location'],
  ],
  bundleResolver: [
    [() => bundleResolver(asAny(undefined)), 'files'],
    [() => bundleResolver(asAny('a.wsdl')), 'files'],
    [() => bundleResolver(asAny({ a: { text: wsdl } })), 'files.a'],
    [() => bundleResolver(new Map([['a', asAny(5)]])), 'files'],
  ],
  findDescriptions: [[() => surface.findDescriptions(asAny(null)), 'files']],
  readZip: [
    [() => surface.readZip(asAny('PK')), 'archive'],
    [() => surface.readZip(new Uint8Array(), asAny({ ...surface.DEFAULT_ZIP_LIMITS, ratio: '5' })), 'ratio'],
    [() => surface.readZip(new Uint8Array(), asAny({ bytes: 5 })), 'entries'],
  ],
  clarkName: [
    [() => clarkName(asAny(undefined)), 'name'],
    [() => clarkName(asAny('{urn:a}b')), 'name'],
  ],
  parseClarkName: [[() => parseClarkName(asAny(undefined)), 'text']],
  operationsByPort: [[() => surface.operationsByPort(asAny(undefined)), 'model']],
  selectOperations: [
    [() => surface.selectOperations(asAny(undefined)), 'model'],
    [() => surface.selectOperations(model, asAny({ soapVersion: '1.3' })), 'soapVersion'],
    [() => surface.selectOperations(model, asAny('Service')), ''],
    [() => surface.selectOperations(model, asAny({ ports: [{ service: 'S', port: 5 }] })), 'ports.0.port'],
  ],
  directoryResolver: [[() => directoryResolver(asAny(1)), 'root']],
  fileResolver: [[() => fileResolver(asAny(undefined)), 'root']],
  openLocal: [
    [() => openLocal(asAny(undefined)), 'path'],
    [() => openLocal('.', asAny(5)), 'root'],
    [() => openLocal('.', '.', asAny('1')), 'maxBytes'],
  ],
};

describe.each(Object.entries(wrong))('%s: rejects arguments of the wrong type', (_name, cases) => {
  test.each(cases.map(([use, option], index) => ({ index, use, option })))(
    '$index: $option',
    async (each) => {
      const error = await caught(each.use);
      expect(error).toBeInstanceOf(OptionError);
      expect(error).toMatchObject({ code: 'INVALID_OPTION', option: each.option });
    },
  );
});

test.each<[answer: unknown, message: RegExp]>([
  [undefined, /an object with bytes, not undefined/],
  ['<definitions/>', /an object with bytes, not a string/],
  [{ bytes: '<definitions/>' }, /"bytes".*a Uint8Array, not a string/],
  [{ bytes: new Uint8Array(1), uri: new URL('file:///a.wsdl') }, /"uri".*a string/],
  [{ bytes: new Uint8Array(1), contentType: null }, /"contentType".*a string, not null/],
])('parseWsdl: says what is wrong with the result %j of a resolver', async (answer, message) => {
  const error = await caught(() => surface.parseWsdl('a.wsdl', { resolve: async () => asAny(answer) }));
  expect(error).toMatchObject({
    name: 'WsdlError',
    code: 'LOAD_FAILED',
    message: expect.stringMatching(message),
  });
});

test.each([
  ['bundleResolver', surface.bundleResolver({ 'a.wsdl': 'x' })],
  ['fileResolver', fileResolver('.')],
])('%s: the resolver rejects a URI that is not a string', async (_name, resolve) => {
  expect(await caught(() => resolve(asAny(undefined)))).toMatchObject({ option: 'uri' });
});

test('options: every public function that takes arguments is in the table', () => {
  // These accept any value and test it, or look a namespace up.
  const total = ['isWsdlError', 'isServiceModel', 'modelProblem', 'assertServiceModel', 'bundledSchema'];
  const functions = Object.entries(surface)
    .filter(([, value]) => typeof value === 'function' && value.length > 0)
    .map(([name]) => name)
    .filter((name) => !/Error$/.test(name) || name.startsWith('is'));
  expect(functions.filter((name) => !total.includes(name) && !Object.hasOwn(wrong, name))).toEqual([]);
});
