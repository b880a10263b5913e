import { withCode } from '@soapstone/http-contract';
import { describe, expect, test } from 'vitest';
import type { AgentHost, ToolCall } from '../host.js';
import { callText as call, hostOf, META, mapper, modern, send } from '../testing/agent-host.js';

const WIDE =
  '{"entry":{"id":9007199254740993,"amount":12345678901234567890.10,"part":[{"id":-1,"amount":-0.10}]}}';

describe('tools/call', () => {
  test.each([
    ['a tool', {}, call('Post', WIDE)],
    [
      'call_operation',
      { tokenBudget: 1 },
      call('call_operation', `{"operation":"Post","arguments":${WIDE}}`),
    ],
  ])('keeps every digit through %s, in both directions', async (_name, options, message) => {
    const host = hostOf(options);
    const { text, body } = await send(message, host);
    expect(new TextDecoder().decode(host.calls[0]!.input)).toBe(WIDE);
    const result =
      '{"id":"9007199254740993","amount":"12345678901234567890.10","part":[{"id":-1,"amount":-0.10,"part":[]}]}';
    expect(text).toContain(`"structuredContent":${result}`);
    expect(body.result.content).toEqual([{ type: 'text', text: result }]);
    expect(host.calls[0]!.client).toEqual({ name: 'tester', version: '1' });
  });

  test.each([
    ['a tool', {}, call('Post', 'null')],
    ['call_operation', { tokenBudget: 1 }, call('call_operation', '{"operation":"Post","arguments": null }')],
  ])('arguments that are null are absent, through %s', async (_name, options, message) => {
    const result = new TextEncoder().encode('{}');
    const host = hostOf(options, () => ({ kind: 'result', result, warnings: [] }));
    await send(message, host);
    expect(host.calls.map(({ input }) => new TextDecoder().decode(input))).toEqual(['{}']);
  });

  test('shows invisible characters of a result in its text, without changing the value', async () => {
    const host = hostOf({}, () => ({
      kind: 'result',
      result: new TextEncoder().encode('{"id":1,"amount":2,"note":"a\u202eb"}'),
      warnings: [],
    }));
    const { body } = await send(call('Post', '{}'), host);
    expect(body.result.content[0].text).toBe('{"id":1,"amount":2,"note":"a\\u202eb"}');
    expect(body.result.structuredContent.note).toBe('a\u202eb');
  });

  test('marks a result that violates the WSDL, but not one with a harmless deviation', async () => {
    const answer = (code: string) => () => ({
      kind: 'result' as const,
      result: new TextEncoder().encode('{"id":1}'),
      warnings: [{ code, path: '/amount', message: 'm' }],
    });
    const broken = await send(call('Post', '{}'), hostOf({}, answer('MISSING_REQUIRED')));
    expect(broken.body.result.structuredContent.$soapstone).toMatchObject({
      result: { id: 1 },
      warnings: [{ path: '/amount' }],
    });
    const harmless = await send(call('Post', '{}'), hostOf({}, answer('UNEXPECTED_TEXT')));
    expect(harmless.body.result.structuredContent).toEqual({ id: 1 });
  });

  test('explains invalid arguments with every problem and a valid example', async () => {
    const details = [
      { path: '/entry/id', keyword: 'type', message: 'm' },
      { path: '/entry/amount', keyword: 'required', message: 'm' },
    ];
    const problem = { ...withCode('SCHEMA_VIOLATION'), message: 'm', details };
    const { body } = await send(
      call('Post', '{}'),
      hostOf({}, () => ({ kind: 'problem', problem })),
    );
    expect(body.result.isError).toBe(true);
    const { error } = JSON.parse(body.result.content[0].text);
    expect(error.details).toEqual(details);
    expect(mapper.compile('Post').validate(error.validArguments)).toEqual([]);
  });

  test('says when to retry after a limit', async () => {
    const problem = {
      ...withCode('RATE_PER_MINUTE'),
      message: 'm',
      headers: { 'Retry-After': '17' },
    };
    const { body } = await send(
      call('Find', '{"id":1}'),
      hostOf({}, () => ({ kind: 'problem', problem })),
    );
    expect(JSON.parse(body.result.content[0].text).error.retryAfterSeconds).toBe(17);
  });

  test('returns images as images, sounds as audio, other files as resources', async () => {
    const data = new Uint8Array([1, 2, 3]);
    const attachments = [
      { contentId: 'a', contentType: 'image/png', data },
      { contentId: 'b', contentType: 'application/pdf; name=x', data },
      { contentId: 'c', contentType: 'Audio/WAV', data },
    ];
    const host = hostOf({}, () => ({
      kind: 'result',
      result: new TextEncoder().encode('{"id":1,"amount":1}'),
      warnings: [],
      attachments,
    }));
    const { body } = await send(call('Post', '{}'), host);
    expect(body.result.content.slice(1)).toEqual([
      { type: 'image', data: 'AQID', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'cid:b', mimeType: 'application/pdf', blob: 'AQID' } },
      { type: 'audio', data: 'AQID', mimeType: 'audio/wav' },
    ]);
  });

  test.each([
    ['true', true],
    [false, false],
    ['false', false],
  ])('reads dry_run %j as %j', async (dry_run, dryRun) => {
    const host = hostOf();
    const params = { name: 'Post', arguments: JSON.parse(WIDE), _meta: { ...META, dry_run } };
    await send({ method: 'tools/call', params }, host);
    expect(host.calls[0]!.dryRun).toBe(dryRun);
  });

  test.each([['yes'], [1], [null]])('rejects dry_run %j, and calls nothing', async (dry_run) => {
    const host = hostOf();
    const { body } = await send(
      { method: 'tools/call', params: { name: 'Find', arguments: { id: 1 }, _meta: { ...META, dry_run } } },
      host,
    );
    expect([body.error.code, host.calls]).toEqual([-32602, []]);
  });

  test('asks the host for a dry run if _meta requests one', async () => {
    const host = hostOf({}, () => ({
      kind: 'dryRun',
      request: { method: 'POST', url: 'http://u/', headers: {}, body: '<x/>' },
    }));
    const params = { name: 'Find', arguments: { id: 1 }, _meta: { ...META, dry_run: true } };
    const { body } = await send({ method: 'tools/call', params }, host);
    expect(host.calls[0]!.dryRun).toBe(true);
    expect(body.result.structuredContent).toEqual({
      $soapstone: { dryRun: { method: 'POST', url: 'http://u/', headers: {}, body: '<x/>' } },
    });
  });

  test.each([
    ['an unknown tool', { name: 'Nope', arguments: {} }, -32602],
    ['arguments that are an array', { name: 'Find', arguments: [] }, -32602],
    ['no name', { arguments: {} }, -32602],
  ])('rejects %s', async (_name, params, code) => {
    expect((await send(modern('tools/call', params), hostOf())).body.error.code).toBe(code);
  });
});

describe('progress', () => {
  const host = (): AgentHost & { calls: ToolCall[] } =>
    hostOf({}, ({ progress }) => {
      progress?.('sent');
      progress?.('answered');
      return { kind: 'result', result: new TextEncoder().encode('{"id":1,"amount":1}'), warnings: [] };
    });
  const called = (progressToken: unknown): object => ({
    method: 'tools/call',
    params: { name: 'Post', arguments: {}, _meta: { ...META, progressToken } },
  });

  test.each([['abc'], [7], [9007199254740991]])(
    'is sent with the token %j, in increasing numbers',
    async (token) => {
      const { told } = await send(called(token), host());
      expect(told.map((text) => JSON.parse(text))).toEqual(
        ['sent', 'answered'].map((message, index) => ({
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken: token, progress: index + 1, message },
        })),
      );
    },
  );

  test.each([[undefined], [null], [{}], [1.5], [['a']], ['x'.repeat(2000)]])(
    'is not sent for the token %j',
    async (token) => {
      const { told, body } = await send(called(token), host());
      expect([told, body.result.isError]).toEqual([[], false]);
    },
  );

  // RFC 8259, section 7: a string contains no raw control characters, and a backslash begins one of nine escapes.
  test.each(['"a\n\nevent: message\ndata: {}"', '"a\rb"', '"\u0000"', '"\\q"'])(
    'a token that is not JSON (%j) is rejected, because it would be repeated in an event stream',
    async (token) => {
      const called = host();
      const message = call('Post', '{}').replace('"_meta":{', `"_meta":{"progressToken":${token},`);
      expect(message).toContain(token);
      const { told, body } = await send(message, called);
      expect([told, called.calls, body.error.code]).toEqual([[], [], -32700]);
    },
  );
});
