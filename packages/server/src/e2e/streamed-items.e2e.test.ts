import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createSoapServer, items, type RequestItems, SoapFault, type SoapHandler } from '../index.js';
import { type ListeningServer, listen } from '../node.js';
import { NAMESPACE, record, records, store, WSDL } from '../testing/records.js';

interface StoredRecord {
  readonly id: number;
  readonly title: string;
}

let http: ListeningServer;
afterEach(async () => await http?.close());
const errors: unknown[] = [];
/** The input of the handler. */
let got: StoredRecord[] = [];
let rest: unknown;
let headers: unknown;
const counting: SoapHandler<unknown> = items<StoredRecord>('record', async (list, context) => {
  got = [];
  headers = context.headers;
  for await (const each of list) got.push(each);
  rest = list.rest();
  return { stored: got.length };
});

async function serve(
  Store: SoapHandler<unknown>,
  options: object = {},
  Note?: SoapHandler<unknown>,
): Promise<void> {
  got = [];
  errors.length = 0;
  const handlers = { Store, ...(Note !== undefined && { Note }) };
  const server = await createSoapServer({ 'records.wsdl': WSDL }, handlers as never, {
    onError: (error) => errors.push(error),
    ...options,
  });
  http = await listen(server);
}

async function post(
  body: string,
  type = 'text/xml; charset=utf-8',
): Promise<{ status: number; text: string }> {
  const response = await fetch(http.address, { method: 'POST', body, headers: { 'content-type': type } });
  return { status: response.status, text: await response.text() };
}
const problemsOf = (text: string): string[] =>
  [...text.matchAll(/path="([^"]*)" code="([^"]*)"/g)].map(([, path, code]) => `${path} ${code}`);

describe('items of a request', () => {
  test.each([3, 20_000])('%i of them equal those of the whole input', async (count) => {
    const body = store(records(count));
    await serve(counting);
    expect(await post(body)).toMatchObject({ status: 200, text: expect.stringContaining(`>${count}</`) });
    const streamed = { got, rest, headers };
    await http.close();
    let whole: unknown;
    await serve((input, context) => {
      whole = { input, headers: context.headers };
      return { stored: count };
    });
    await post(body);
    expect({
      input: { ...(streamed.rest as object), record: streamed.got },
      headers: streamed.headers,
    }).toEqual(whole);
    expect(got.length + errors.length).toBe(0);
  });

  test('arrive while the request arrives', async () => {
    let first: (value: StoredRecord) => void = () => {};
    const started = new Promise<StoredRecord>((resolve) => {
      first = resolve;
    });
    await serve(
      items<StoredRecord>('record', async (list) => {
        let stored = 0;
        for await (const each of list) if (stored++ === 0) first(each);
        return { stored };
      }),
    );
    const sent = httpRequest(http.address, { method: 'POST', headers: { 'content-type': 'text/xml' } });
    const [start = '', end = ''] = store([...records(5_000), '|', ...records(5_000)]).split('|');
    sent.write(start);
    expect(await started).toEqual({ id: 0, title: 'fragile & heavy' });
    sent.end(end);
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(200);
    response.resume();
  });

  test('are read from a request with attachments too', async () => {
    await serve(counting);
    const body = `--b\r\ncontent-type: text/xml\r\n\r\n${store(records(5_000))}\r\n--b--`;
    expect((await post(body, 'multipart/related; type="text/xml"; boundary=b')).text).toContain('>5000</');
    expect(rest).toMatchObject({ batch: 'b', record: [], sum: 5 });
  });

  test('of a one-way operation are read before the response', async () => {
    let lines = 0;
    const Note = items<string>('line', async (list) => {
      for await (const _line of list) lines += 1;
    });
    await serve(counting, {}, Note);
    const line = `<t:line>${'x'.repeat(100)}</t:line>`;
    const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><t:Note xmlns:t="${NAMESPACE}">${line.repeat(5_000)}</t:Note></s:Body></s:Envelope>`;
    expect((await post(body)).status).toBe(202);
    expect(lines).toBe(5_000);
  });
});

describe('an invalid request', () => {
  const many = records(5_000);
  const at = (index: number, text: string): string[] => many.with(index, text);
  test.each<[string, string, string[], number]>([
    ['an item of the wrong type', store(at(4_321, record('x'))), ['/record/4321/id type'], 4_321],
    [
      'an item that is too long',
      store(at(4_321, record(1, 'x'.repeat(101)))),
      ['/record/4321/title maxLength'],
      4_321,
    ],
    [
      'an item without a member',
      store(at(7, '<t:record><t:id>1</t:id></t:record>')),
      ['/record/7/title required'],
      7,
    ],
    [
      'an unknown element',
      store(at(4_000, record(1).replace('</t:record>', '<t:x/></t:record>'))),
      ['/record/4000 UNKNOWN_ELEMENT'],
      5_000,
    ],
    ['a member after the list', store(many, { after: '<t:sum>x</t:sum>' }), ['/sum type'], 5_000],
    ['a missing member after the list', store(many, { after: '' }), ['/sum required'], 5_000],
    ['a missing member before the list', store(many, { before: '' }), ['/batch required'], 5_000],
    ['too many items', store(records(40_001)), ['/record maxItems'], 40_001],
    [
      'one item',
      store([record(1)], { before: `<t:batch>${'x'.repeat(50_000)}</t:batch>` }),
      ['/record minItems'],
      1,
    ],
    ['no item', store([], { before: `<t:batch>${'x'.repeat(50_000)}</t:batch>` }), ['/record minItems'], 0],
    ['an end that is not well-formed', store(many).replace('</t:Store>', '</t:Stroe>'), [' NOT_XML'], 5_000],
  ])(
    '%s is reported as for a request read as a whole, after the items before it',
    async (_what, body, expected, most) => {
      await serve(counting);
      const { status, text } = await post(body);
      expect([status, problemsOf(text)]).toEqual([500, expected]);
      expect(text).toContain('Client');
      expect(got.length).toBeLessThanOrEqual(most);
      expect(errors).toEqual([]);
      await http.close();
      await serve(() => ({ stored: 0 }));
      expect(problemsOf((await post(body)).text)).toEqual(expected);
    },
  );

  test('gets the fault about it, also if the handler catches the error', async () => {
    const body = store(at(4_999, record('x')));
    const handlers: SoapHandler<unknown>[] = [
      items('record', () => ({ stored: 0 })),
      items('record', async (list) => {
        for await (const _ of list) break;
        return { stored: 1 };
      }),
      items('record', async (list: RequestItems) => {
        try {
          for await (const _ of list);
        } catch {
          // Ignored.
        }
        return { stored: 5 };
      }),
      items('record', () => {
        throw new SoapFault({ reason: 'no' });
      }),
    ];
    for (const handler of handlers) {
      await serve(handler);
      expect(problemsOf((await post(body)).text)).toEqual(['/record/4999/id type']);
      await http.close();
    }
  });

  test('a valid request gets the fault of its handler, or a Server fault after an error', async () => {
    const body = store(many);
    await serve(items('record', () => Promise.reject(new SoapFault({ reason: 'no room' }))));
    expect((await post(body)).text).toContain('no room');
    await http.close();
    await serve(items('record', () => Promise.reject(new Error('hunter2'))));
    expect((await post(body)).text).toMatch(/the service failed/);
    expect(String(errors)).toContain('hunter2');
  });
});

describe('limits', () => {
  test('the whole request', async () => {
    await serve(counting, { limits: { streamedBytes: 100_000 } });
    expect(await post(store(records(5_000)))).toMatchObject({
      status: 413,
      text: expect.stringContaining('limits.streamedBytes'),
    });
    // Without Content-Length, it is rejected while it arrives.
    const sent = httpRequest(http.address, { method: 'POST', headers: { 'content-type': 'text/xml' } });
    const [[response]] = await Promise.all([once(sent, 'response'), sent.end(store(records(5_000)))]);
    expect(response.statusCode).toBe(413);
    response.resume();
  });

  test.each([
    ['an item', store([record(1, 'x'.repeat(500_000)), record(2)])],
    [
      'the content before the list',
      store(records(3), { before: `<t:batch>${'x'.repeat(500_000)}</t:batch>` }),
    ],
    ['the content after the list', store(records(3), { after: `<t:sum>${' '.repeat(500_000)}1</t:sum>` })],
  ])('%s', async (_what, body) => {
    await serve(counting, { limits: { requestBytes: 200_000 } });
    expect(await post(body)).toMatchObject({
      status: 413,
      text: expect.stringContaining('limits.requestBytes'),
    });
  });

  test('the timeout of the handler applies while a caller sends slowly', async () => {
    await serve(counting, { timeout: 300 });
    const sent = httpRequest(http.address, { method: 'POST', headers: { 'content-type': 'text/xml' } });
    sent.write(store(records(5_000)).slice(0, 100_000));
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(500);
    response.resume();
    sent.destroy();
  });

  test('a caller that disconnects is not an error of the server', async () => {
    await serve(counting);
    const sent = httpRequest(http.address, { method: 'POST', headers: { 'content-type': 'text/xml' } });
    sent.on('error', () => {});
    sent.write(store(records(5_000)).slice(0, 100_000));
    await expect.poll(() => got.length).toBeGreaterThan(100);
    sent.destroy();
    expect((await post(store(records(5_000)))).status).toBe(200);
    expect(errors).toEqual([]);
  });
});

test.each<[string, string]>([
  ['records', 'there is no such member; the members are batch, record, sum'],
  ['batch', 'it is not a list'],
])('createSoapServer rejects the path %s', async (path, message) => {
  await expect(
    createSoapServer({ 'records.wsdl': WSDL }, { Store: items(path, () => ({ stored: 0 })) as never }),
  ).rejects.toMatchObject({
    name: 'OptionError',
    option: 'handlers.Store',
    message: expect.stringContaining(message),
  });
});

test('items rejects arguments of the wrong type', () => {
  expect(() => items(5 as never, () => {})).toThrow(/option "path" of items/);
  expect(() => items('a', 'b' as never)).toThrow(/option "handler" of items/);
});
