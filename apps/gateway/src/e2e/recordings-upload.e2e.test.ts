import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { record } from '@soapstone/server/recordings';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAnswers } from '../testing/check-answers.js';
import { envelope } from '../testing/hostile-upstream.js';
import { base64, setManagementScene } from '../testing/management-scene.js';
import { createOwner, type OwnerClient } from '../testing/owner-client.js';
import { setUps } from '../testing/set-ups.js';

const WSDL = fileURLToPath(
  new URL('../../../../examples/user-directory/user-directory.wsdl', import.meta.url),
);
const NS = 'urn:example:user-directory';

interface Outcome {
  readonly stored: number;
  readonly known: number;
  readonly ignored: readonly string[];
}

describe.each(await setUps())('upload of recordings ($name)', (setUp) => {
  const scene = setManagementScene(setUp);
  /** The files of a folder in the format of `soapstone record`: two responses to one request. */
  let folder: ReadonlyMap<string, Uint8Array>;
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'soapstone-upload-'));
    let total = 1;
    scene.upstream.answer = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end(envelope(`<ListUsersResponse xmlns="${NS}"><total>${total}</total></ListUsersResponse>`));
    const upstream = scene.upstream.address;
    const recorder = await record(WSDL, { upstream, directory, redact: ['department'], ignore: ['limit'] });
    const ask = (department: string, limit: number) =>
      fetch(recorder.address, {
        method: 'POST',
        headers: { 'content-type': 'text/xml', soapaction: '""' },
        body: envelope(
          `<n:ListUsers xmlns:n="${NS}"><n:department>${department}</n:department><n:limit>${limit}</n:limit></n:ListUsers>`,
        ),
      });
    await ask('canary-department', 1);
    total = 2;
    await ask('other', 2);
    await recorder.close();
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const read = new Map<string, Uint8Array>();
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name);
      read.set(path.slice(directory.length + 1), await readFile(path));
    }
    folder = read;
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const open = async () => {
    const owner = checkAnswers(await createOwner(scene.under));
    const service = await scene.register(owner, { settings: { endpoint: scene.upstream.address } });
    const { key } = await scene.liveKey(owner);
    const path = `/api/manage/services/${service.serviceId}`;
    const call = (input: object) =>
      scene.under.send(`/api/v1/${owner.accountId}/${service.slug}/ListUsers`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
      });
    const answers = (value: string) => owner.send('PATCH', path, { settings: { answers: value } });
    const stored = () => scene.under.gateway.store.recordings.findAll(owner.accountId, service.serviceId);
    return { owner, path, call, answers, stored };
  };
  const upload = (owner: OwnerClient, path: string, body: object) =>
    owner.send('POST', `${path}/recordings`, body);
  const filesOf = (files: ReadonlyMap<string, Uint8Array>, prefix = '') =>
    [...files].map(([name, bytes]) => ({
      path: prefix + name,
      content: Buffer.from(bytes).toString('base64'),
    }));
  const archiveOf = (files: ReadonlyMap<string, Uint8Array>) => ({
    archive: Buffer.from(zipSync(Object.fromEntries(files))).toString('base64'),
  });

  test('a folder of soapstone record is replayed with its own rules; of several responses, the last one', async () => {
    const { owner, path, call, answers, stored } = await open();
    const first = await upload(owner, path, {
      files: [...filesOf(folder, 'users/'), { path: 'users/notes.txt', content: base64('x') }],
    });
    expect([first.status, first.json<Outcome>()]).toEqual([
      200,
      { stored: 2, known: 0, ignored: ['users/notes.txt'] },
    ]);
    expect((await upload(owner, path, archiveOf(folder))).json<Outcome>()).toEqual({
      stored: 0,
      known: 2,
      ignored: [],
    });
    await answers('replay');
    const before = scene.upstream.calls;
    // Redacted and ignored members make no difference.
    const replayed = await call({ department: 'any', limit: 99 });
    expect(replayed.json()).toMatchObject({ result: { total: 2 }, meta: { replayed: true } });
    expect((await call({ department: 'any', status: ['active'] })).json().error).toMatchObject({
      code: 'NOT_RECORDED',
      details: [{ path: '/input/status' }],
    });
    expect(scene.upstream.calls).toBe(before);
    for (const { request } of await stored())
      expect(Buffer.from(request.body).toString()).not.toContain('canary');
    const audit = await scene.under.gateway.store.audit.list(owner.accountId, { limit: 20 });
    expect(audit.items.map(({ action }) => action)).toContain('service.upload-recordings');
  });

  test('the error for a request without a recording names the nearest one, compared by its rules', async () => {
    const { owner, path, answers, call } = await open();
    await upload(owner, path, { files: filesOf(folder) });
    await answers('replay');
    const { error } = (await call({ limit: 5 })).json<{
      error: { code: string; details: readonly { path: string }[] };
    }>();
    expect(error.code).toBe('NOT_RECORDED');
    expect(error.details.map(({ path: place }) => place)).toEqual(['/input/department']);
  });

  test('recordings that were downloaded from one service can be uploaded to another', async () => {
    const { owner, path } = await open();
    await upload(owner, path, { files: filesOf(folder) });
    const zip = await owner.send('GET', `${path}/recordings.zip`);
    const files = unzipSync(zip.bytes);
    expect(JSON.parse(Buffer.from(files['recording.json']!).toString())).toMatchObject({
      redact: ['department'],
      ignore: ['limit'],
    });
    const other = await open();
    const answer = await upload(other.owner, other.path, { archive: zip.bytes.toString('base64') });
    expect(answer.json<Outcome>()).toEqual({ stored: 2, known: 0, ignored: [] });
    await other.answers('replay');
    expect((await other.call({ department: 'any', limit: 3 })).json()).toMatchObject({
      result: { total: 2 },
    });
  });

  test('every problem in every file is reported, and nothing is stored', async () => {
    const { owner, path, stored } = await open();
    const [name = ''] = [...folder.keys()].filter((file) => /^ListUsers\.[0-9a-f]+\.json$/.test(file));
    const base = name.replace('.json', '');
    const broken = new Map(folder)
      .set(`${base}.request.xml`, Buffer.from('<not-closed'))
      .set('Other.json', Buffer.from('{'))
      .set(
        'Foreign.json',
        Buffer.from(
          JSON.stringify({
            operation: 'ListUsers',
            request: { file: 'Foreign.xml', contentType: 'text/xml' },
            response: { file: 'Foreign.xml', contentType: 'text/xml' },
          }),
        ),
      )
      .set('Foreign.xml', Buffer.from(envelope('<x xmlns="urn:other"/>')))
      .set('../escape.xml', Buffer.from(''));
    const answer = await upload(owner, path, { files: filesOf(broken) });
    expect(answer.status).toBe(400);
    const { code, details } = answer.json().error as unknown as {
      code: string;
      details: readonly { path: string; message: string }[];
    };
    expect(code).toBe('RECORDING_UNUSABLE');
    expect(Object.fromEntries(details.map(({ path: file, message }) => [file, message]))).toEqual({
      '../escape.xml': 'expected a path inside the folder',
      'Other.json': expect.stringContaining('expected JSON'),
      'Foreign.json': expect.stringContaining('an operation of UserDirectory'),
      [name]: expect.stringContaining('readable SOAP messages'),
    });
    expect(await stored()).toEqual([]);
  });

  test('archives and requests that cannot be used are rejected with the reason', async () => {
    const { owner, path, stored } = await open();
    const refused = async (body: object) => {
      const { status, text } = await upload(owner, path, body);
      const { error } = JSON.parse(text) as {
        error: { code: string; message: string; details?: readonly { message: string }[] };
      };
      return [status, error.code, error.details?.[0]?.message ?? error.message];
    };
    const bomb = new Map([...folder, ['big.response.xml', Buffer.alloc(30 * 1024 * 1024)]]);
    expect(await refused(archiveOf(bomb))).toEqual([
      400,
      'RECORDING_UNUSABLE',
      expect.stringMatching(/^cannot read the archive: it unpacks to more than .* or 100 times its size$/),
    ]);
    expect(await refused({ archive: base64('no archive') })).toEqual([
      400,
      'RECORDING_UNUSABLE',
      expect.stringContaining('not a zip archive'),
    ]);
    const outside = Buffer.from(zipSync({ 'xx/recording.json': Buffer.from('{}') }))
      .toString('latin1')
      .replaceAll('xx/recording', '../recording');
    expect(await refused({ archive: Buffer.from(outside, 'latin1').toString('base64') })).toEqual([
      400,
      'RECORDING_UNUSABLE',
      'cannot read the archive: the entry "../recording.json" leads outside it',
    ]);
    // A file of 3 MiB that 20 exchanges name is 60 MiB once they are read; random digits do not compress to a hundredth.
    const text = randomBytes(3 * 512 * 1024).toString('hex');
    const message = { file: 'shared.xml', contentType: 'text/xml' };
    const exchange = Buffer.from(
      JSON.stringify({ operation: 'ListUsers', request: { ...message, file: 'ask.xml' }, response: message }),
    );
    const shared = new Map<string, Uint8Array>([
      ['recording.json', folder.get('recording.json')!],
      ['ask.xml', Buffer.from(envelope(`<ListUsers xmlns="${NS}"/>`))],
      [
        'shared.xml',
        Buffer.from(
          envelope(`<ListUsersResponse xmlns="${NS}"><total>1</total><!--${text}--></ListUsersResponse>`),
        ),
      ],
      ...Array.from({ length: 20 }, (_, index) => [`${index}.json`, exchange] as const),
    ]);
    expect(await refused(archiveOf(shared))).toEqual([
      400,
      'RECORDING_UNUSABLE',
      expect.stringMatching(/^expected messages of at most 41943040 bytes in all/),
    ]);
    expect(await refused({})).toEqual([400, 'SCHEMA_VIOLATION', 'Send exactly one of files and archive']);
    const twice = [...filesOf(folder), ...filesOf(folder)];
    expect(await refused({ files: twice })).toEqual([
      400,
      'SCHEMA_VIOLATION',
      'Send each path in files only once',
    ]);
    const service = Buffer.from(JSON.stringify({ soapstone: 1, documents: [], service: 'Other' }));
    expect(await refused({ files: filesOf(new Map([...folder, ['recording.json', service]])) })).toEqual([
      400,
      'RECORDING_UNUSABLE',
      '/service: expected one of UserDirectory, the services of this WSDL',
    ]);
    expect(await stored()).toEqual([]);
  });

  test('a service can have at most four different rules', async () => {
    const { owner, path } = await open();
    const statuses = [];
    for (const rule of ['a', 'b', 'c', 'd', 'e']) {
      const manifest = Buffer.from(JSON.stringify({ soapstone: 1, documents: [], ignore: [rule] }));
      const answer = await upload(owner, path, {
        files: filesOf(new Map([...folder, ['recording.json', manifest]])),
      });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 400]);
  });

  test('an account without room stores nothing of a folder, and another account does not find the service', async () => {
    const { owner, path, stored } = await open();
    const { store } = scene.under.gateway;
    const { serviceId } = { serviceId: path.split('/').at(-1) ?? '' };
    await upload(owner, path, { files: filesOf(folder) });
    const [sample] = await stored();
    const many = Array.from({ length: 997 }, (_, index) => ({
      ...sample!,
      id: `${serviceId}-${index}`,
      key: `k${index}`,
    }));
    await store.recordings.add(many, { most: 2_000, bytes: 1e9 });
    const manifest = Buffer.from(JSON.stringify({ soapstone: 1, documents: [], ignore: ['status'] }));
    const answer = await upload(owner, path, {
      files: filesOf(new Map([...folder, ['recording.json', manifest]])),
    });
    expect([answer.status, answer.json().error.code]).toEqual([409, 'RECORDINGS_FULL']);
    expect(await stored()).toHaveLength(999);
    const stranger = checkAnswers(await createOwner(scene.under));
    expect((await upload(stranger, path, { files: filesOf(folder) })).status).toBe(404);
  });
});
