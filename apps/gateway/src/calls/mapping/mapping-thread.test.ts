import { parseWsdlText } from '@soapstone/wsdl-parser';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { packModel } from '../../domain/services/pack-model.js';
import { type Activity, labelActivity } from '../../log/activity.js';
import { createMappingThread } from './mapping-thread.js';
import type { MapperSource } from './messages.js';
import { openOperation } from './service-operation.js';
import { JobFailure, type MappingThread } from './thread-jobs.js';

/** The pattern of `w` makes a message slow: each `a` in a text leads to a new state. */
const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <xs:simpleType name="Slow"><xs:restriction base="xs:string"><xs:pattern value="[ab]*a[ab]{300}"/></xs:restriction></xs:simpleType>
    <xs:element name="Op"><xs:complexType><xs:sequence>
      <xs:element name="v" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="w" type="t:Slow" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="OpResponse"><xs:complexType><xs:sequence>
      <xs:element name="v" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="in"><part name="p" element="t:Op"/></message>
  <message name="out"><part name="p" element="t:OpResponse"/></message>
  <portType name="P"><operation name="Op"><input message="t:in"/><output message="t:out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Op"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="S"><port name="B" binding="t:B"><soap:address location="http://x.invalid/"/></port></service>
</definitions>`;

const activity = labelActivity({ accountId: 'acc_1', serviceId: 's', operation: 'Op' });
const customer = { accountId: 'acc_1', activity };
const target = { mapper: 'key', operation: 'Op' };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const answer = (content: string): Uint8Array =>
  bytes(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:OpResponse xmlns:t="urn:t">${content}</t:OpResponse></s:Body></s:Envelope>`,
  );

describe('the mapping thread', () => {
  let source: MapperSource;
  let sourced: number;
  let stuck: Activity[];
  let thread: MappingThread;
  const find = async (): Promise<MapperSource> => {
    sourced += 1;
    return source;
  };
  const start = (limit = 0, memory = 256): MappingThread =>
    createMappingThread({
      mapperBytes: 1e6,
      memory,
      limit,
      log: { error: () => {}, warn: () => {} },
      onStuck: (where) => stuck.push(where),
    });
  beforeAll(async () => {
    const { model } = await parseWsdlText(WSDL);
    source = { packed: await packModel(model), select: undefined, options: {} };
  });
  beforeEach(() => {
    sourced = 0;
    stuck = [];
    thread = start();
  });
  afterEach(() => thread.close());

  const encode = (json: string) =>
    thread.run<'encode'>(
      customer,
      () => ({ job: { kind: 'encode', target, json: bytes(json), options: {} } }),
      find,
    );

  test('opens an operation without requesting a source that is at hand', async () => {
    const compile = (): never => {
      throw new Error('nothing is compiled on the event loop here');
    };
    const parts = { thread, customer, target, source: find, takeSource: () => source, compile };
    const { info } = await openOperation(parts);
    expect([info.name, sourced]).toEqual(['Op', 0]);
    await openOperation({ ...parts, takeSource: () => undefined });
    expect(sourced).toBe(0);
    await openOperation({ ...parts, target: { ...target, mapper: 'other' }, takeSource: () => undefined });
    expect(sourced).toBe(1);
  });

  test('encodes, and requests the source of a mapper only once', async () => {
    const results = await Promise.all([encode('{"v":[1]}'), encode('{"v":[2]}')]);
    expect(sourced).toBe(1);
    for (const [index, result] of results.entries()) {
      if (result instanceof JobFailure) throw result.error;
      expect(Buffer.from(result.value.body).toString()).toContain(`>${index + 1}<`);
    }
  });

  test('a mapper error ends the job, not the thread', async () => {
    const failed = await encode('{"v":["x"],"y":1}');
    expect(failed instanceof JobFailure && failed.error).toMatchObject({
      name: 'MappingError',
      code: 'VALIDATION',
      errors: [{ path: '/v/0' }, { path: '/y' }],
    });
    expect(await encode('{}')).not.toBeInstanceOf(JobFailure);
    expect(thread.stats()).toMatchObject({ waiting: 0, jobs: 2, restarts: 0 });
  });

  test('decodes a response in pieces like the whole response', async () => {
    const xml = answer('<t:v>1</t:v><t:v>2</t:v>');
    const stream = thread.nextStream();
    await thread.run(customer, () => ({ job: { kind: 'open', target, stream, options: {} } }), find);
    for (const at of [0, 200]) {
      const chunk = xml.slice(at, at === 0 ? 200 : undefined);
      await thread.run(customer, () => ({ job: { kind: 'write', stream, chunk } }));
    }
    const ended = await thread.run<'end'>(customer, () => ({ job: { kind: 'end', stream } }));
    if (ended instanceof JobFailure) throw ended.error;
    const { value } = ended;
    expect(value?.kind === 'result' && Buffer.from(value.result).toString()).toBe('{"v":[1,2]}');
  });

  test('a dropped response cannot be continued', async () => {
    const stream = thread.nextStream();
    await thread.run(customer, () => ({ job: { kind: 'open', target, stream, options: {} } }), find);
    thread.drop(stream);
    const ended = await thread.run(customer, () => ({ job: { kind: 'end', stream } }));
    expect(ended).toBeInstanceOf(JobFailure);
  });

  test('a job over its time limit ends the thread, and the next job gets a new one', async () => {
    await thread.close();
    thread = start(2_000, 4_096);
    source = { ...source, options: { limits: { work: 1e12, requestBytes: 1e9, requestNodes: 1e9 } } };
    const letters = Array.from({ length: 20_000 }, (_, i) => (Math.sin(i * i) > 0 ? 'a' : 'b')).join('');
    const texts = Array.from({ length: 4_000 }, (_, i) => `"${letters.slice(i)}${letters.slice(0, i)}"`);
    const endless = encode(`{"w":[${texts.join()}]}`);
    await expect(endless).rejects.toThrow(/was terminated: more than 2000 ms of processor time/);
    expect(stuck).toEqual([{ accountId: 'acc_1', serviceId: 's', operation: 'Op' }]);
    expect(thread.stats().restarts).toBe(1);
    expect(await encode('{}')).not.toBeInstanceOf(JobFailure);
  });

  test('a job that waits longer than its time limit, as in a suspended process, is finished', async () => {
    await thread.close();
    thread = start(2_000);
    const late = await thread.run<'encode'>(
      customer,
      () => ({ job: { kind: 'encode', target, json: bytes('{}'), options: {} } }),
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        return source;
      },
    );
    expect(late).not.toBeInstanceOf(JobFailure);
    expect(stuck).toEqual([]);
    expect(thread.stats().restarts).toBe(0);
  });

  test('a job over its memory limit ends the thread, not the process', async () => {
    await thread.close();
    thread = start(0, 128);
    source = { ...source, options: { limits: { work: 1e12, requestBytes: 1e9, requestNodes: 1e9 } } };
    const large = encode(`{"y":[${'{"v":[1]},'.repeat(3_000_000)}0]}`);
    await expect(large).rejects.toThrow(/was terminated: more than 128 MiB of memory/);
    expect(stuck).toHaveLength(1);
    expect(await encode('{}')).not.toBeInstanceOf(JobFailure);
  });

  test('rejects jobs of an account with too many waiting, and serves another account', async () => {
    const jobs = Array.from({ length: 300 }, () =>
      encode('{}').then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    );
    const other = thread.run<'encode'>(
      { ...customer, accountId: 'acc_2' },
      () => ({ job: { kind: 'encode', target, json: bytes('{}'), options: {} } }),
      find,
    );
    expect(await other).not.toBeInstanceOf(JobFailure);
    const ends = await Promise.all(jobs);
    expect(ends.filter((end) => end === 'TOO_MANY_CONCURRENT').length).toBe(300 - 201);
  });
});
