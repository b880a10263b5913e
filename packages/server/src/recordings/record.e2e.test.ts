import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHARGE, post, useTill, WSDL } from '../testing/till.js';
import { record } from './index.js';

// The upstream is a node-soap server.

const till = useTill();

describe('record', () => {
  test('stores a request and its response with their metadata, and forwards both unchanged', async () => {
    let through: Awaited<ReturnType<typeof post>> | undefined;
    await till.recorded(async ({ address }) => {
      through = await post(address, CHARGE);
    });
    expect(through).toEqual(await post(till.upstream, CHARGE));
    const names = await till.files();
    const [name = ''] = names.filter((file) => file.startsWith('Charge.'));
    expect(names).toEqual([
      `${name}`,
      name.replace('.json', '.request.xml'),
      name.replace('.json', '.response.xml'),
      'recording.json',
      'wsdl',
    ]);
    expect(await readFile(join(till.directory, name.replace('.json', '.request.xml')), 'utf8')).toBe(CHARGE);
    expect(await readFile(join(till.directory, name.replace('.json', '.response.xml')), 'utf8')).toBe(
      through?.text,
    );
  });

  test('a known exchange is not stored again, but a new response to the same request is', async () => {
    await till.recorded(async ({ address }) => {
      await post(address, CHARGE);
      await post(address, CHARGE);
      till.answerWith = () => ({ receipt: 'another' });
      await post(address, CHARGE);
    });
    const first = await till.files();
    expect(first.filter((file) => /^Charge\.[0-9a-f]{8}\.json$/.test(file))).toHaveLength(1);
    expect(first.filter((file) => /^Charge\.[0-9a-f]{8}-2\.json$/.test(file))).toHaveLength(1);
    await till.recorded(async ({ address }) => void (await post(address, CHARGE)));
    expect(await till.files()).toEqual(first);
  });

  test('secrets are not stored: members named by rules, and all WS-Security and HTTP headers', async () => {
    till.answerWith = () => ({ receipt: 'top secret receipt' });
    const security =
      '<s:Header><w:Security xmlns:w="urn:wsse"><w:UsernameToken><w:Password>hunter2</w:Password></w:UsernameToken></w:Security></s:Header><s:Body>';
    let status = 0;
    await till.recorded(
      async ({ address }) => {
        const request = CHARGE.replace('<s:Body>', security);
        ({ status } = await post(address, request, {
          authorization: 'Bearer swordfish',
          cookie: 'id=opensesame',
        }));
      },
      { redact: ['card.pin', '@holder', 'receipt'] },
    );
    expect(status).toBe(200);
    const all = await till.everything();
    for (const secret of ['hunter2', 'swordfish', 'opensesame', '9876', 'Ada', 'top secret'])
      expect(all).not.toContain(secret);
    expect(all).toContain('<number>4111</number>');
    expect(all).toContain('holder="REDACTED"');
  });

  test('an unreadable message is forwarded but not stored', async () => {
    const calls: unknown[] = [];
    const recorder = await record(WSDL, {
      upstream: till.upstream,
      directory: till.directory,
      onCall: (call) => calls.push(call),
    });
    await post(recorder.address, 'pin=9876');
    await recorder.close();
    expect(calls).toEqual([expect.objectContaining({ skipped: 'unreadable' })]);
    expect(await till.files()).toEqual(['recording.json', 'wsdl']);
  });

  test('recording again keeps the rules of the folder, edited ones included, and adds new ones', async () => {
    await till.recorded(async () => {}, { redact: ['pin'], ignore: ['requestId'] });
    const file = join(till.directory, 'recording.json');
    const edited = (await readFile(file, 'utf8')).replace('"requestId"', '"input.requestId"');
    await writeFile(file, edited);
    await till.recorded(async ({ address }) => void (await post(address, CHARGE)), { redact: ['@holder'] });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      redact: ['pin', '@holder'],
      ignore: ['input.requestId'],
    });
    for (const secret of ['9876', 'Ada']) expect(await till.everything()).not.toContain(secret);
    await writeFile(file, '{}');
    await expect(till.recorded(async () => {})).rejects.toThrow(/recording\.json/);
  });

  test('a response that cannot be stored still reaches the caller, and close rejects', async () => {
    const recorder = await record(WSDL, { upstream: till.upstream, directory: till.directory });
    await rm(till.directory, { recursive: true });
    const through = [await post(recorder.address, CHARGE), await post(recorder.address, CHARGE)];
    expect(through.map(({ status }) => status)).toEqual([200, 200]);
    await expect(recorder.close()).rejects.toThrow(/ENOENT/);
    await mkdir(till.directory);
  });

  test('a service that does not answer results in a 502', async () => {
    const recorder = await record(WSDL, { upstream: 'http://127.0.0.1:1/', directory: till.directory });
    expect(await post(recorder.address, CHARGE)).toMatchObject({ status: 502 });
    await recorder.close();
  });
});
