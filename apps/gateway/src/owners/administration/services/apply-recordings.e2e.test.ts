import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administer } from '../../../compose/administer.js';
import { readConfig } from '../../../config/read-config.js';
import { openStore, type Store } from '../../../store/store.js';
import { startHere } from '../../../testing/start-here.js';

const example = fileURLToPath(new URL('../../../../../../examples/user-directory/', import.meta.url));

describe('apply with recordings', () => {
  let directory: string;
  let store: Store;
  let account: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'soapstone-apply-'));
    for (const name of ['user-directory.wsdl', 'user-directory.xsd'])
      await copyFile(join(example, name), join(directory, name));
    store = await openStore(readConfig({ DATA_DIR: directory }), () => {});
    const created = await run(['accounts', 'create', '--name', 'Example', '--plan', 'Pro', '--json']);
    account = JSON.parse(created.out).accountId;
    const wsdl = 'wsdl: { files: [user-directory.wsdl, user-directory.xsd] }';
    await run(['apply', await write(`account: ${account}\nservices:\n  - { slug: users, ${wsdl} }\n`)]);
  });
  afterAll(async () => {
    await store?.close();
    await rm(directory, { recursive: true, force: true });
  });

  async function run(args: readonly string[]) {
    let [out, err] = ['', ''];
    const code = await administer(
      args,
      { DATA_DIR: directory },
      {
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
        readInput: async () => '',
      },
      startHere,
    );
    return { code, out, err };
  }
  const write = async (text: string) => {
    const file = join(directory, 'services.yaml');
    await writeFile(file, text);
    return file;
  };

  test('apply and export: transfer the setting that chooses between live and replay, and add a folder of recordings', async () => {
    // The messages are written by hand.
    const envelope = (body: string) =>
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
    const folder = join(directory, 'fixtures');
    await mkdir(folder);
    const save = (name: string, text: string) => writeFile(join(folder, name), text);
    await save('recording.json', '{"soapstone":1,"documents":[]}');
    await save('A.request.xml', envelope('<ListUsers xmlns="urn:example:user-directory"/>'));
    await save(
      'A.response.xml',
      envelope('<ListUsersResponse xmlns="urn:example:user-directory"><total>5</total></ListUsersResponse>'),
    );
    const exchange = (request: string) =>
      JSON.stringify({
        operation: 'ListUsers',
        request: { file: request, contentType: 'text/xml' },
        response: { file: 'A.response.xml', contentType: 'text/xml', status: 200 },
      });
    await save('A.json', exchange('A.request.xml'));
    const file = await write(
      `account: ${account}\nservices:\n  - { slug: users, settings: { answers: replay }, recordings: fixtures }\n`,
    );
    const expected = '~ service users: answers "live" -> "replay"\n+ service users: 1 recording\n';
    const dry = await run(['apply', file, '--dry-run']);
    expect([dry.code, dry.err]).toEqual([0, `${expected}nothing was changed: this was a dry run\n`]);
    expect(await run(['apply', file])).toEqual({ code: 0, out: '', err: expected });
    expect(await run(['apply', file])).toEqual({ code: 0, out: '', err: 'nothing to change\n' });
    const service = (await store.services.findBySlug(account, 'users'))!;
    expect(service.settings.answers).toBe('replay');
    const [recording, ...others] = await store.recordings.findAll(account, service.id);
    expect([recording?.operation, others.length]).toEqual(['ListUsers', 0]);
    const exported = await run(['export', account]);
    expect(exported.out).toContain('answers: replay');
    expect(exported.out).not.toContain('recordings');

    await save('B.json', exchange('missing.xml'));
    await save('C.json', '{');
    const { code, err } = await run(['apply', file]);
    expect(code).toBe(3);
    expect(err).toContain(`${join(folder, 'B.json')}: expected the file "missing.xml", which it refers to`);
    expect(err).toContain(`${join(folder, 'C.json')}: expected JSON`);
    const nowhere = `account: ${account}\nservices:\n  - { slug: users, recordings: nowhere }\n`;
    expect((await run(['apply', await write(nowhere)])).err).toContain(
      'the recordings nowhere of the service users cannot be read',
    );
  });
});
