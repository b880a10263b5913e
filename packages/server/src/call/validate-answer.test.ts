import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSoapServer, OptionError } from '../index.js';
import { DIRECTORY, server, USER } from '../testing/user-directory-server.js';

/** The paths are derived by hand from user-directory.xsd; the keywords are those of the mapper (VE-3). */
const places = (problems: readonly { path: string; keyword: string }[]): string[] =>
  problems.map(({ path, keyword }) => `${path} ${keyword}`).toSorted();

describe('SoapServer.validate', () => {
  test('a valid result has no problems, and neither has the example', () => {
    expect(server.validate('GetUser', { result: USER })).toEqual([]);
    for (const name of server.operations)
      expect([name, server.validate(name, { result: server.example(name) })]).toEqual([name, []]);
  });

  test('every problem of a result is reported with its path', () => {
    const result = { ...USER, '@id': 'one', more: true };
    expect(places(server.validate('GetUser', { result }))).toEqual([
      '/@id type',
      '/more additionalProperties',
    ]);
  });

  test('every problem of a fault is reported with its path in the fault, in both SOAP versions', async () => {
    const [wsdl, xsd] = await Promise.all(
      ['user-directory.wsdl', 'user-directory.xsd'].map(
        async (name) => await readFile(join(dirname(DIRECTORY), name), 'utf8'),
      ),
    );
    const soap12 = await createSoapServer(
      {
        'user-directory.wsdl': wsdl!.replaceAll('xmlsoap.org/wsdl/soap/', 'xmlsoap.org/wsdl/soap12/'),
        'user-directory.xsd': xsd!,
      },
      {},
    );
    expect(soap12.model.services[0]?.ports[0]?.soapVersion).toBe('1.2');
    const wrong = { reason: 'no', detail: { UserNotFound: { userId: 'x', why: 1 } } };
    const right = { reason: 'no', detail: { UserNotFound: { userId: 5 } } };
    for (const each of [server, soap12]) {
      expect(places(each.validate('GetUser', { fault: wrong }))).toEqual([
        '/detail/UserNotFound/userId type',
        '/detail/UserNotFound/why additionalProperties',
      ]);
      expect(each.validate('GetUser', { fault: right })).toEqual([]);
      expect(each.validate('GetUser', { fault: { reason: 'no' } })).toEqual([]);
    }
  });

  test.each<[string, () => unknown]>([
    ['an unknown operation', () => server.validate('GetUsr', { result: {} })],
    ['the example of an unknown operation', () => server.example('GetUsr')],
    ['no answer', () => server.validate('GetUser', undefined as never)],
    ['both', () => server.validate('GetUser', { result: {}, fault: { reason: 'no' } } as never)],
    ['another member', () => server.validate('GetUser', { reslt: {} } as never)],
    ['a fault without a reason', () => server.validate('GetUser', { fault: {} as never })],
  ])('rejects %s', (_name, use) => {
    expect(use).toThrow(OptionError);
  });
});
