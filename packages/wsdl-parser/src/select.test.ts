import type { Operation, Port, ServiceModel, WsdlService } from '@soapstone/soap-model';
import { describe, expect, test } from 'vitest';
import { selectOperations } from './select.js';
import { cpuMilliseconds } from './testing/cpu-milliseconds.js';

const name = (localName: string) => ({ namespace: 'urn:t', localName });
const operation = (operationName: string, inputName = `${operationName}Request`): Operation => ({
  name: operationName,
  style: 'document',
  soapAction: '',
  oneWay: true,
  input: { name: inputName, action: '', use: 'literal', parts: [], headers: [], attachments: [] },
  faults: [],
});
const port = (
  portName: string,
  portType: string,
  operations: readonly Operation[],
  soapVersion: '1.1' | '1.2' = '1.1',
): Port => ({
  name: portName,
  binding: name(portName),
  portType: name(portType),
  soapVersion,
  securityPolicies: [],
  operations,
});
const service = (serviceName: string, ...ports: Port[]): WsdlService => ({ name: name(serviceName), ports });
const model = (...services: WsdlService[]): ServiceModel => ({
  modelVersion: 1,
  wsdlVersion: '1.1',
  targetNamespace: 'urn:t',
  services,
  schema: { types: [], elements: [], attributes: [] },
  exposed: [],
});
const exposed = (m: ServiceModel, criteria?: Parameters<typeof selectOperations>[1]): string[] =>
  selectOperations(m, criteria).exposed.map((e) => `${e.name} ${e.service}.${e.port}.${e.operation}`);

describe('the operations that are exposed', () => {
  test('have external names (example 3.1)', () => {
    const a = port('P1', 'A', [
      operation('echo', 'echoString'),
      operation('echo', 'echoInt'),
      operation('ping'),
    ]);
    const b = port('P2', 'B', [operation('ping'), operation('pong')]);
    expect(exposed(model(service('S', a, b)))).toEqual([
      'echo 0.0.0',
      'echo~echoInt 0.0.1',
      'ping 0.0.2',
      'B::ping 0.1.0',
      'pong 0.1.1',
    ]);
  });

  test('stay unique even if the input names are equal (OP-3)', () => {
    const overloads = ['in', 'in', 'in', 'other'].map((input) => operation('echo', input));
    const m = model(
      service('S', port('P1', 'A', overloads), port('P2', 'B', [operation('echo'), operation('echo')])),
    );
    expect(exposed(m).map((line) => line.split(' ')[0])).toEqual([
      'echo',
      'echo~in',
      'echo~2',
      'echo~other',
      'B::echo',
      'B::echo~echoRequest',
    ]);
  });

  test('are those of the first port of each portType (OP-2)', () => {
    const m = model(
      service(
        'S',
        port('Empty', 'A', []),
        port('Soap11', 'A', [operation('x')]),
        port('Soap12', 'A', [operation('x')], '1.2'),
      ),
    );
    expect(exposed(m)).toEqual(['x 0.1.0']);
    expect(exposed(m, { soapVersion: '1.2' })).toEqual(['x 0.2.0']);
    expect(exposed(m, { port: 'Soap12' })).toEqual(['x 0.2.0']);
  });

  test('are those of the first service that has any', () => {
    const m = model(
      service('Nothing'),
      service('First', port('P', 'A', [operation('x')])),
      service('Second', port('P', 'A', [operation('x')])),
    );
    expect(exposed(m)).toEqual(['x 1.0.0']);
    expect(exposed(m, { service: 'Second' })).toEqual(['x 2.0.0']);
    expect(exposed(m, { service: '{urn:t}Second', port: 'P' })).toEqual(['x 2.0.0']);
  });

  test('may be none', () => {
    expect(exposed(model())).toEqual([]);
    expect(exposed(model(service('S')))).toEqual([]);
  });

  test('must exist for a selection', () => {
    const m = model(service('S', port('P', 'A', [operation('x')])));
    expect(() => selectOperations(m, { service: 'T', soapVersion: '1.1' })).toThrow(
      'cannot select service "T", soapVersion "1.1": the description has S/P (SOAP 1.1)',
    );
    expect(() => selectOperations(model(), { port: 'P' })).toThrow('the description has no SOAP port');
  });

  describe('of several ports chosen together', () => {
    const m = model(
      service('Orders', port('Soap11', 'Orders', [operation('Get'), operation('Add')])),
      service(
        'Stock',
        port('Soap11', 'Stock', [operation('Get'), operation('Count')]),
        port('Soap12', 'Stock', [operation('Get'), operation('Count')], '1.2'),
      ),
    );
    const orders = { service: 'Orders', port: 'Soap11' };
    const stock = { service: '{urn:t}Stock', port: 'Soap11' };
    const stock12 = { service: 'Stock', port: 'Soap12' };

    test('keep their WSDL names if only one port has them (OP-3)', () => {
      expect(exposed(m, { ports: [orders, stock] })).toEqual([
        'Get 0.0.0',
        'Add 0.0.1',
        'Stock::Get 1.0.0',
        'Count 1.0.1',
      ]);
    });

    test('are named in the order of the choice, so an appended port renames nothing (OP-3)', () => {
      const before = exposed(m, { ports: [stock] });
      expect(exposed(m, { ports: [stock, orders] })).toEqual([...before, 'Orders::Get 0.0.0', 'Add 0.0.1']);
    });

    test('are qualified by their port if an earlier port has the same portType (OP-3)', () => {
      expect(exposed(m, { ports: [stock, stock12] })).toEqual([
        'Get 1.0.0',
        'Count 1.0.1',
        'Soap12::Get 1.1.0',
        'Soap12::Count 1.1.1',
      ]);
    });

    test('are exposed once if a port is chosen twice', () => {
      expect(exposed(m, { ports: [orders, orders] })).toEqual(['Get 0.0.0', 'Add 0.0.1']);
    });

    test('must all exist', () => {
      const select = (criteria: Parameters<typeof selectOperations>[1]) => () =>
        selectOperations(m, criteria);
      expect(select({ ports: [orders, { service: 'Orders', port: 'Soap12' }] })).toThrow(
        'cannot select service "Orders", port "Soap12": the description has Orders/Soap11 (SOAP 1.1), Stock/Soap11',
      );
      expect(select({ ports: [] })).toThrow('no port is selected');
      expect(select({ service: 'Orders', ports: [orders] })).toThrow(
        'ports cannot be combined with other criteria',
      );
    });
  });

  test('can have names like properties', () => {
    const m = model(
      service(
        'S',
        port('P', 'A', [operation('__proto__'), operation('constructor'), operation('__proto__', 'then')]),
      ),
    );
    expect(exposed(m)).toEqual(['__proto__ 0.0.0', 'constructor 0.0.1', '__proto__~then 0.0.2']);
  });

  test('are named in linear time, however many share a name', async () => {
    const m = model(
      service(
        'S',
        port(
          'P',
          'A',
          Array.from({ length: 10_000 }, () => operation('x', 'y')),
        ),
      ),
    );
    const ms = await cpuMilliseconds(() => expect(new Set(exposed(m)).size).toBe(10_000));
    // It takes a small part of this, even on a slow machine.
    expect(ms).toBeLessThan(2_000);
  });
});
