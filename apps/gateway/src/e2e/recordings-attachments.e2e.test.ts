import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FILES_WSDL, type FilesService, PDF, PNG, startFilesService, WAV } from '../testing/files-service.js';
import { type GatewayUnderTest, startUnderTest } from '../testing/gateway-under-test.js';
import { base64 } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';

// The messages of the service are written by hand.

const SECRET = 'canary-of-the-owner';

describe('recorded calls with attachments', () => {
  let under: GatewayUnderTest;
  let soap: FilesService;
  let owner: OwnerClient;
  let key: string;
  beforeAll(async () => {
    [soap, under] = await Promise.all([startFilesService(), startUnderTest()]);
    owner = await createOwner(under);
    ({ key } = (await owner.send('POST', '/api/manage/keys', { name: 'ci' })).json<{ key: string }>());
  });
  afterAll(async () => {
    await under?.stop();
    soap?.stop();
  });
  afterEach(() => Object.assign(soap.sends, { picture: PNG, sound: WAV }));

  /** Registers a service that records. */
  const open = async (slug: string) => {
    const { serviceId } = (
      await owner.send('POST', '/api/manage/services', {
        slug,
        files: [{ path: 'files.wsdl', content: base64(FILES_WSDL) }],
        settings: {
          endpoint: soap.address,
          answers: 'record',
          agents: { operations: { Convert: 'yes' } },
        },
      })
    ).json<{ serviceId: string }>();
    const path = `/api/manage/services/${serviceId}`;
    const convert = (photo: Buffer) =>
      under.send(`/api/v1/${owner.accountId}/${slug}/Convert`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ photo: { contentType: 'image/png', data: photo.toString('base64') } }),
      });
    const askAgent = async (photo: Buffer) => {
      const answer = await under.send(`/mcp/v1/${owner.accountId}/${slug}`, {
        method: 'POST',
        headers: {
          'X-API-Key': key,
          'Content-Type': 'application/json',
          'MCP-Protocol-Version': '2025-11-25',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            name: 'Convert',
            arguments: { photo: { contentType: 'image/png', data: photo.toString('base64') } },
          },
        }),
      });
      return answer.json<{ result: { isError: boolean; content: { type: string; text?: string }[] } }>()
        .result;
    };
    const answers = (value: string) => owner.send('PATCH', path, { settings: { answers: value } });
    const recordings = async () =>
      (await owner.send('GET', `${path}/recordings`)).json<{ recordings: unknown[] }>().recordings.length;
    const expectRecorded = (count: number) =>
      expect.poll(recordings, { timeout: 30_000, interval: 200 }).toBe(count);
    const stored = () => under.gateway.store.recordings.findAll(owner.accountId, serviceId);
    return { path, convert, askAgent, answers, recordings, expectRecorded, stored };
  };

  test('a call with attachments of a megabyte is replayed with the same result, for agents too', async () => {
    const { convert, askAgent, answers, expectRecorded } = await open('large');
    soap.sends.picture = Buffer.alloc(1_000_000, 0xc3);
    const live = await convert(PNG);
    expect(live.json()).toMatchObject({
      result: {
        picture: soap.sends.picture.toString('base64'),
        sound: { data: WAV.toString('base64') },
        paper: { data: PDF.toString('base64') },
      },
      meta: { recording: true },
    });
    await expectRecorded(1);
    await convert(Buffer.from('another photo'));
    await expectRecorded(2);
    await answers('replay');
    const calls = soap.seen.length;
    const replayed = await convert(PNG);
    expect(replayed.json<{ result: unknown }>().result).toEqual(live.json<{ result: unknown }>().result);
    expect(replayed.json()).toMatchObject({ meta: { replayed: true } });
    const agent = await askAgent(PNG);
    expect(agent.isError).toBe(false);
    expect(agent.content.map(({ type }) => type)).toEqual(['text', 'text', 'image', 'audio', 'resource']);
    const unknown = await convert(Buffer.from('a photo that was never sent'));
    expect(unknown.json().error).toMatchObject({ code: 'NOT_RECORDED' });
    expect(soap.seen.length).toBe(calls);
  });

  test('a secret of the owner in an attachment: text is recorded with the secret redacted, other files are not recorded', async () => {
    const { path, convert, expectRecorded, recordings, stored } = await open('secrets');
    await owner.send('PUT', `${path}/credentials`, { basic: { username: 'u', password: SECRET } });
    soap.sends.picture = Buffer.concat([PNG, Buffer.from(SECRET)]);
    expect((await convert(PNG)).status).toBe(200);
    soap.sends.picture = PNG;
    soap.sends.sound = Buffer.from(`RIFF ${SECRET} WAVE`);
    expect((await convert(PNG)).status).toBe(200);
    await expectRecorded(1);
    const [recording] = await stored();
    const text = Buffer.from(recording!.response.body).toString('latin1');
    expect(text).not.toContain(SECRET);
    expect(text).toContain('RIFF [redacted] WAVE');
    expect(await recordings()).toBe(1);
  });

  test('a call with attachments above 4 MiB is answered and not recorded', async () => {
    const { convert, expectRecorded, stored } = await open('long');
    soap.sends.picture = Buffer.alloc(4 * 1024 * 1024, 1);
    expect((await convert(PNG)).status).toBe(200);
    soap.sends.picture = PNG;
    expect((await convert(Buffer.from('second'))).status).toBe(200);
    await expectRecorded(1);
    expect(Buffer.from((await stored())[0]!.request.body).includes('second')).toBe(true);
  });
});
