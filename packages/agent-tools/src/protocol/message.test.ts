import { describe, expect, test } from 'vitest';
import { isRefusal, type RpcMessage, readMessage } from './message.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (slice: Uint8Array | undefined): string | undefined =>
  slice === undefined ? undefined : new TextDecoder().decode(slice);

function read(json: string): RpcMessage {
  const message = readMessage(bytes(json));
  if (isRefusal(message)) throw message.error;
  return message;
}

describe('message: a request', () => {
  test('params that are null are absent', () => {
    expect([...read('{"jsonrpc":"2.0","id":1,"method":"tools/list","params": null}').params]).toEqual([]);
  });

  test('keeps the text of its params, including every digit and space', () => {
    const { method, params, id, kind } = read(
      ' {"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params": {"name":"a\\"}","arguments" : { "n": 12345678901234567890.10, "s":"\\\\" }}} ',
    );
    expect({ method, id, kind }).toEqual({ method: 'tools/call', id: '9007199254740993', kind: 'request' });
    expect(text(params.get('arguments'))).toBe('{ "n": 12345678901234567890.10, "s":"\\\\" }');
    expect(text(params.get('name'))).toBe('"a\\"}"');
  });

  test.each([
    ['without an id is a notification', '{"jsonrpc":"2.0","method":"x"}', 'notification'],
    ['with a result is a response', '{"jsonrpc":"2.0","id":"1","result":{}}', 'response'],
  ])('%s', (_name, json, kind) => {
    expect(read(json).kind).toBe(kind);
  });
});

test.each([
  ['text that is not JSON', '{"jsonrpc"', -32700, undefined],
  ['nothing', '', -32700, undefined],
  ['text after the message', '{"jsonrpc":"2.0","id":1,"method":"x"} {}', -32700, undefined],
  ['a trailing comma', '{"jsonrpc":"2.0",}', -32700, undefined],
  ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, undefined],
  ['a number', '5', -32600, undefined],
  ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"x"}', -32600, undefined],
  ['an id with a fraction', '{"jsonrpc":"2.0","id":1.5,"method":"x"}', -32600, undefined],
  ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"x"}', -32600, undefined],
  ['an id of kilobytes', `{"jsonrpc":"2.0","id":"${'x'.repeat(5000)}","method":"x"}`, -32600, undefined],
  ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"x"}', -32600, '1'],
  ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":5}', -32600, '1'],
  ['two methods', '{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}', -32600, undefined],
  ['params that are an array', '{"jsonrpc":"2.0","id":"a","method":"x","params":[1]}', -32602, '"a"'],
  ['params that end too early', '{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":[}}', -32700, undefined],
])('message: rejects %s', (_name, json, code, id) => {
  const message = readMessage(bytes(json));
  if (!isRefusal(message)) throw new Error('it was read');
  expect({ code: message.error.code, id: message.id }).toEqual({ code, id });
});

test('message: rejects bytes that are not UTF-8', () => {
  const message = readMessage(new Uint8Array([...bytes('{"jsonrpc":"2.0","id":"'), 0xff, ...bytes('"}')]));
  expect(isRefusal(message) && message.error.code).toBe(-32700);
});

test('message: skips brackets a million deep without recursion', () => {
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`;
  expect(read(`{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":${deep}}}`).params.get('a')?.length).toBe(
    2_000_000,
  );
});
