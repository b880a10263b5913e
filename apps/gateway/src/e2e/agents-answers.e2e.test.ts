import { afterEach, describe, expect, test } from 'vitest';
import { type Called, setAgentsScene } from '../testing/agents-scene.js';

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
});
