import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { EXPORT_WSDL, recordOf, responseOf, sendRecords, startExportServer } from '../testing/export-wsdl.js';
import { directoryOf, runCommand, startCommand } from '../testing/run-command.js';

/** 34,500 records are 10.8 MB of XML, more than the 10 MiB that a response may have by default. */
const LARGE = 34_500;
const recordsTo = (count: number) => Array.from({ length: count }, (_, index) => recordOf(index + 1));

const cwd = directoryOf({
  'export.wsdl': EXPORT_WSDL,
  'large.xml': [...responseOf(LARGE)].join(''),
  // 1.3 MB of JSON: a request may have 1 MiB by default.
  'input.json': JSON.stringify({ record: recordsTo(4_500) }),
});
const RAISED = ['--response-bytes', '20MiB'];

let server: Awaited<ReturnType<typeof startExportServer>> | undefined;
async function stopServer(): Promise<void> {
  await server?.close();
  server = undefined;
}
afterEach(stopServer);

async function call(answer: (response: ServerResponse) => Promise<void> | void, ...argv: string[]) {
  server ??= await startExportServer(answer);
  return await runCommand(['call', 'export.wsdl', 'Export', '{}', '--endpoint', server.url, ...argv], {
    cwd,
  });
}
const large = (response: ServerResponse) => sendRecords(response, LARGE);
const read = (name: string): string => readFileSync(join(cwd, name), 'utf8');
const leftovers = (): string[] => readdirSync(cwd).filter((name) => name.endsWith('.part'));
/** Whether a text is the JSON of the large result, without comparing member by member, which takes seconds. */
const isLarge = (text: string): boolean =>
  JSON.stringify(JSON.parse(text)) === JSON.stringify({ record: recordsTo(LARGE) });
/** Removes the duration of the call from the output. */
const timeless = (text: string): string => text.replace(/"latencyMs": \d+/, '"latencyMs": 0');

describe('large responses', () => {
  test('call: a response over the limit is an error that names the option, and the option allows it', async () => {
    const refused = await call(large);
    expect(refused.err).toMatch(/larger than 10485760 bytes \(--response-bytes raises this limit\)$/m);
    expect(refused.exitCode).toBe(4);
    const { out, exitCode } = await call(large, ...RAISED, '--result');
    expect(exitCode).toBe(0);
    expect(isLarge(out)).toBe(true);
  });

  test('call -o: writes a response of any size, the same text as without -o', async () => {
    const some = (response: ServerResponse) => sendRecords(response, 1_000);
    for (const format of ['json', 'result', 'xml']) {
      const printed = await call(some, '--format', format);
      const written = await call(some, '--format', format, '-o', join('out', `some.${format}`));
      expect(written).toEqual({ out: '', err: '', exitCode: 0 });
      expect(timeless(read(`out/some.${format}`)) === timeless(printed.out), format).toBe(true);
    }
    expect(JSON.parse(read('out/some.json')).meta).toMatchObject({ operation: 'Export', cached: false });
    await stopServer();
    expect((await call(large, '--result', '-o', 'large.json')).exitCode).toBe(0);
    expect(isLarge(read('large.json'))).toBe(true);
  });

  test('call -o: keeps the maximum that --response-bytes sets', async () => {
    const { err, exitCode } = await call(large, '-o', 'never.json', '--response-bytes', '1MB');
    expect(err).toMatch(/larger than 1000000 bytes \(--response-bytes raises this limit\)$/m);
    expect(exitCode).toBe(4);
    expect(existsSync(join(cwd, 'never.json'))).toBe(false);
    expect(leftovers()).toEqual([]);
  });

  test('call -o: a response that breaks off or is not SOAP leaves the file unchanged', async () => {
    const cut = async (response: ServerResponse): Promise<void> => {
      for (const piece of [...responseOf(LARGE)].slice(0, 200)) response.write(piece);
      response.destroy();
    };
    for (const answer of [
      cut,
      (response: ServerResponse) => void response.writeHead(502).end('<html></html>'),
    ]) {
      writeFileSync(join(cwd, 'kept.json'), 'earlier');
      const { err, exitCode } = await call(answer, '-o', 'kept.json');
      await stopServer();
      expect(err).toMatch(/^error: /);
      expect(exitCode).toBe(4);
      expect(read('kept.json')).toBe('earlier');
    }
    expect(leftovers()).toEqual([]);
  });

  test('call -o: a fault is written to the file, and the exit code is 1', async () => {
    const fault =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>closed</faultstring></s:Fault></s:Body></s:Envelope>';
    const answer = (response: ServerResponse) => void response.writeHead(500).end(fault);
    const printed = await call(answer);
    const { exitCode } = await call(answer, '-o', 'fault.json');
    expect(exitCode).toBe(1);
    expect(read('fault.json')).toBe(printed.out);
    expect(JSON.parse(read('fault.json')).error.fault.reason).toBe('closed');
  });

  test('call -o: an empty result, --verbose and --save, a symbolic link, a directory', async () => {
    const small = (response: ServerResponse) => sendRecords(response, 2);
    expect(await call((response) => sendRecords(response, 0), '-o', 'none.json', '--result')).toMatchObject({
      exitCode: 0,
    });
    expect(JSON.parse(read('none.json'))).toEqual({ record: [] });
    await stopServer();
    const told = await call(small, '-o', 'told.json', '--result', '--verbose', '--save', 'saved');
    expect(told.err).toContain('<ExportResponse');
    expect(JSON.parse(read('told.json'))).toEqual({ record: recordsTo(2) });
    expect(read('saved/response.xml')).toContain('<id>2</id>');
    symlinkSync('told.json', join(cwd, 'link.json'));
    writeFileSync(join(cwd, 'told.json'), 'earlier');
    await call(small, '-o', 'link.json', '--result');
    expect(lstatSync(join(cwd, 'link.json')).isSymbolicLink()).toBe(true);
    expect(JSON.parse(read('told.json'))).toEqual({ record: recordsTo(2) });
    mkdirSync(join(cwd, 'folder'));
    expect(await call(small, '-o', 'folder')).toMatchObject({
      exitCode: 3,
      err: 'error: cannot write folder: it is a directory\n',
    });
  });

  test('response: the same for its options', async () => {
    const refused = await runCommand(['response', 'export.wsdl', 'Export', 'large.xml'], { cwd });
    expect(refused.err).toMatch(/larger than 10485760 bytes \(--response-bytes raises this limit\)/);
    expect(refused.exitCode).toBe(1);
    const argv = ['response', 'export.wsdl', 'Export', 'large.xml'];
    const printed = await runCommand([...argv, ...RAISED], { cwd });
    expect(isLarge(JSON.stringify(JSON.parse(printed.out).result))).toBe(true);
    expect((await runCommand([...argv, '-o', 'read.json'], { cwd })).exitCode).toBe(0);
    expect(read('read.json') === printed.out).toBe(true);
    const missing = await runCommand(['response', 'export.wsdl', 'Export', 'missing.xml', '-o', 'x.json'], {
      cwd,
    });
    expect(missing).toMatchObject({ exitCode: 3, err: expect.stringContaining('cannot read missing.xml') });
    const wrong = await runCommand(['response', 'export.wsdl', 'Export', 'input.json', '-o', 'x.json'], {
      cwd,
    });
    expect(wrong).toMatchObject({ exitCode: 1, err: expect.stringContaining('input.json') });
    expect(existsSync(join(cwd, 'x.json'))).toBe(false);
  });
});

describe('large requests', () => {
  test('request, call, mock and serve: the error names --request-bytes, and the option allows the request', async () => {
    const argv = ['request', 'export.wsdl', 'Export', 'input.json', '--body'];
    const refused = await runCommand(argv, { cwd });
    expect(refused.err).toMatch(/more than 1048576 bytes \(--request-bytes raises this limit\)/);
    expect(refused.exitCode).toBe(1);
    const { out } = await runCommand([...argv, '--request-bytes', '2MiB'], { cwd });
    expect(out.match(/<record>|:record>/g)?.length).toBeGreaterThanOrEqual(4_500);

    const mock = await startCommand(['mock', 'export.wsdl', '--port', '0', '--request-bytes', '1MiB'], cwd);
    const to = (url: string, ...more: string[]) =>
      runCommand(['call', 'export.wsdl', 'Export', 'input.json', '--endpoint', `${url}/`, ...more], { cwd });
    expect((await to(mock.url)).err).toMatch(/1048576 bytes \(--request-bytes raises this limit\)/);
    expect(await to(mock.url, '--request-bytes', '2MiB')).toMatchObject({
      exitCode: 4,
      err: expect.stringContaining('413'),
    });
    await mock.stop();
    const larger = await startCommand(['mock', 'export.wsdl', '--port', '0', '--request-bytes', '2MiB'], cwd);
    expect((await to(larger.url, '--request-bytes', '2MiB')).exitCode).toBe(0);

    const serving = ['serve', 'export.wsdl', '--port', '0', '--endpoint', `${larger.url}/`];
    const post = async (url: string) =>
      await fetch(`${url}/api/v1/local/export-service/Export`, { method: 'POST', body: read('input.json') });
    const usual = await startCommand(serving, cwd);
    expect(await (await post(usual.url)).text()).toMatch(
      /1048576 bytes \(--request-bytes raises this limit\)/,
    );
    await usual.stop();
    const raised = await startCommand([...serving, '--request-bytes', '2MiB'], cwd);
    expect((await post(raised.url)).status).toBe(200);
    await raised.stop();
    await larger.stop();
  });

  test('sizes: bytes or a unit, and anything else is a usage error', async () => {
    for (const size of ['0', '-1', '10 miles', '1e6', '', '2TiB', '5000GiB']) {
      const { err, exitCode } = await runCommand(
        ['request', 'export.wsdl', 'Export', `--request-bytes=${size}`],
        { cwd },
      );
      expect(err, size).toMatch(/--request-bytes <size>' .*expected bytes, or a size such as 512KiB/);
      expect(exitCode, size).toBe(2);
    }
    for (const size of ['100', '2kb', '1.5 MiB', '1GB']) {
      const { exitCode } = await runCommand(
        ['request', 'export.wsdl', 'Export', '{}', '--request-bytes', size],
        { cwd },
      );
      expect(exitCode, size).toBe(0);
    }
  });

  test('documents: the error names --document-bytes, and the option allows the document', async () => {
    const argv = ['inspect', 'export.wsdl', '--document-bytes'];
    const refused = await runCommand([...argv, '1KiB'], { cwd });
    expect(refused.err).toMatch(
      /too many bytes of documents: the limit is 1024 \(--document-bytes raises this limit\)/,
    );
    expect(refused.exitCode).toBe(3);
    expect((await runCommand([...argv, '1MiB'], { cwd })).exitCode).toBe(0);
    server = await startExportServer((response) => void response.end(EXPORT_WSDL));
    const remote = await runCommand(['inspect', server.url, '--document-bytes', '1KiB'], { cwd });
    expect(remote.err).toMatch(/--document-bytes raises this limit/);
    expect(remote.exitCode).toBe(4);
  });
});
