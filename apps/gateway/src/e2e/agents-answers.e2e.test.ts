import { afterEach, describe, expect, test } from 'vitest';
import { type Called, META, modernHeaders, setAgentsScene, text } from '../testing/agents-scene.js';

describe('agents and services that are not live', () => {
  const scene = setAgentsScene();
  afterEach(() => scene.setService('users', { answers: 'live' }));
  /** The part of a result that a model reads: the text of each content block. */
  const ask = async (args: string) => {
    const { result } = (await scene.call('GetUser', args)).json<Called>();
    return { ...result, texts: result.content.map(({ text }) => text) };
  };

  test('the result of a mock says that it is an example', async () => {
    const live = await ask('{"userId":1001}');
    expect(live.texts).toHaveLength(1);
    await scene.setService('users', { answers: 'mock' });
    const mocked = await ask('{"userId":1001}');
    expect(mocked.isError).not.toBe(true);
    expect(mocked.structuredContent).not.toEqual(live.structuredContent);
    expect(mocked.texts.slice(1)).toEqual([expect.stringMatching(/mock: this is an example/)]);
    const refused = await ask('{"nothing":1}');
    expect(refused.isError).toBe(true);
    expect(refused.texts.join()).toContain('switched this service to mock');
  });

  test('a recorded call is replayed and marked; a call without a recording fails with an error that says so', async () => {
    await scene.setService('users', { answers: 'record' });
    const recorded = await ask('{"userId":1001}');
    expect(recorded.texts.slice(1)).toEqual([expect.stringMatching(/record/i)]);
    const { recordings } = scene.under.gateway.store;
    await expect
      .poll(async () => (await recordings.findAll(scene.account.id, scene.service.id)).length, {
        timeout: 30_000,
        interval: 200,
      })
      .toBe(1);
    await scene.setService('users', { answers: 'replay' });
    const replayed = await ask('{"userId":1001}');
    expect(replayed.structuredContent).toEqual(recorded.structuredContent);
    expect(replayed.texts.slice(1)).toEqual([expect.stringMatching(/recorded/i)]);
    const other = await ask('{"userId":1002}');
    expect(other.isError).toBe(true);
    expect(other.texts.join()).toContain('NOT_RECORDED');
    expect(other.texts.join()).toContain('"note"');
  });

  test('a client that asks for strict schemas gets them, and its nulls are absent members', async () => {
    interface Tool {
      readonly name: string;
      readonly _meta?: object;
      readonly inputSchema: { readonly required: readonly string[] };
    }
    const slug = '/users?schemas=strict';
    const ask = (method: string, params: object, name?: string, at = slug) =>
      scene.post(text(method, params), { slug: at, headers: modernHeaders(method, name) });
    const { tools } = (await ask('tools/list', {})).json<{ result: { tools: Tool[] } }>().result;
    expect(tools.map(({ name, _meta }) => [name, _meta])).toEqual([
      ['GetUser', { 'soapstone/strict': true }],
      ['CreateUser', { 'soapstone/strict': true }],
    ]);
    // A required member that may be nil stays; optional ones are absent.
    const salary = { attr__currency: 'EUR', $value: '1.50' };
    const user = { name: 'Ada', email: 'a@b', birthDate: '1815-12-10', salary, manager: null };
    const args = { user: { ...user, phone: null, address: null }, soap__headers: null };
    const params = { name: 'CreateUser', arguments: args, _meta: { ...META, dry_run: true } };
    const called = await scene.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), {
      slug,
      headers: modernHeaders('tools/call', 'CreateUser'),
    });
    const content = JSON.stringify(called.json<Called>().result);
    expect(content).toMatch(/manager [^>]*nil=/);
    expect(content).not.toMatch(/address|phone/);
    const plain = await ask('tools/list', {}, undefined, '/users?schemas=full&other=1');
    expect(plain.text).not.toContain('soapstone/strict');
    for (const form of ['Strict', '', '__proto__', 'strict,inline'])
      expect((await ask('tools/list', {}, undefined, `/users?schemas=${form}`)).status).toBe(400);
  });
});
