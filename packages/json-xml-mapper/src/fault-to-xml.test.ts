import { describe, expect, test } from 'vitest';
import { stringify } from './json/stringify.js';
import { createMapper } from './mapper.js';
import { directory } from './testing/service.js';

describe('faultToXml writes what fromXml reads (FL-1, FL-2)', () => {
  const model = directory();

  test('the example of a declared fault is a detail', () => {
    const operation = createMapper(model).compile('GetUser');
    const detail = operation.exampleFault('NotFound');
    expect(detail && stringify(detail)).toBe('{"UserNotFound":{"userId":1}}');
    expect(
      operation.fromXml(operation.faultToXml({ reason: 'no', detail: detail ?? {} }).body),
    ).toMatchObject({
      kind: 'fault',
      fault: { name: 'NotFound', detail: { UserNotFound: { userId: 1 } } },
    });
    expect(operation.exampleFault('Other')).toBeUndefined();
  });

  const soap12 = {
    ...model,
    services: model.services.map((service) => ({
      ...service,
      ports: service.ports.map((port) => ({ ...port, soapVersion: '1.2' as const })),
    })),
  };

  test('SOAP 1.1', () => {
    const operation = createMapper(model).compile('GetUser');
    const reply = operation.fromXml(
      operation.faultToXml({
        reason: 'No such user',
        actor: 'urn:me',
        detail: { UserNotFound: { userId: 42 }, $any: [{ '{urn:x}more': 'y' }] },
      }).body,
    );
    expect(JSON.parse(stringify(reply))).toEqual({
      kind: 'fault',
      fault: {
        version: '1.1',
        code: '{http://schemas.xmlsoap.org/soap/envelope/}Server',
        reason: 'No such user',
        actor: 'urn:me',
        name: 'NotFound',
        detail: { UserNotFound: { userId: 42 }, $any: [{ '{urn:x}more': 'y' }] },
      },
      warnings: [],
    });
  });

  test('SOAP 1.2, with subcodes, reasons and a detail that is text', () => {
    const operation = createMapper(soap12).compile('GetUser');
    const request = operation.faultToXml({
      code: '{http://www.w3.org/2003/05/soap-envelope}Sender',
      subcodes: ['{urn:a}Outer', '{urn:a}Inner'],
      reason: 'Nein',
      reasons: [
        { lang: 'de', text: 'Nein' },
        { lang: 'en', text: 'No' },
      ],
      node: 'urn:n',
      role: 'urn:r',
      detail: { $value: 'plain' },
    });
    expect(request.contentType).toBe('application/soap+xml; charset=utf-8');
    expect(JSON.parse(stringify(operation.fromXml(request.body)))).toEqual({
      kind: 'fault',
      fault: {
        version: '1.2',
        code: '{http://www.w3.org/2003/05/soap-envelope}Sender',
        subcodes: ['{urn:a}Outer', '{urn:a}Inner'],
        reason: 'No',
        reasons: [
          { lang: 'de', text: 'Nein' },
          { lang: 'en', text: 'No' },
        ],
        node: 'urn:n',
        role: 'urn:r',
        detail: { $value: 'plain' },
      },
      warnings: [],
    });
  });

  test('text beside elements of a detail is not written', () => {
    const operation = createMapper(model).compile('GetUser');
    const { body } = operation.faultToXml({
      reason: 'No',
      detail: { $value: 'for people', $any: [{ '{urn:u}x': '1' }] },
    });
    const again = JSON.parse(stringify(operation.fromXml(body)));
    expect(again.fault.detail).toEqual({ $any: [{ '{urn:u}x': '1' }] });
  });
});
