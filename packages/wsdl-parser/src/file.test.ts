import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileResolver, openLocal } from './file.js';
import { DEFAULT_PARSE_LIMITS } from './limits.js';
import { parseWsdl } from './parse-wsdl.js';
import { wsdl11 } from './wsdl/testing/wsdl-pieces.js';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'soapstone-'));
  await mkdir(join(root, 'in/api'), { recursive: true });
  await writeFile(join(root, 'secret.xsd'), 'secret');
  await writeFile(
    join(root, 'in/x.xsd'),
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"/>',
  );
  await writeFile(join(root, 'in/api/a.wsdl'), wsdl11({ schema: '<!---->' }));
  await symlink(join(root, 'secret.xsd'), join(root, 'in/link.xsd'));
  await writeFile(
    join(root, 'in.zip'),
    zipSync({ 'pack/a.wsdl': strToU8(wsdl11({})), 'pack/readme.txt': strToU8('x') }),
  );
});
afterAll(() => rm(root, { recursive: true }));

describe('a directory as the source', () => {
  test.each([['x.xsd'], ['api/../x.xsd'], ['./api/a.wsdl']])('%s is inside', async (path) => {
    const { bytes, uri } = await fileResolver(join(root, 'in'))(path);
    expect(bytes.length).toBeGreaterThan(0);
    expect(uri).toMatch(/^file:/);
  });

  test.each([
    ['../secret.xsd', 'the file is outside'],
    ['link.xsd', 'the file is outside'],
    ['/etc/passwd', 'the file is outside'],
    ['file:///etc/passwd', 'the file is outside'],
    ['gone.xsd', 'there is no such file'],
    ['http://h.example/x.xsd', 'only files are read here'],
  ])('%s is rejected', async (path, message) => {
    await expect(fileResolver(join(root, 'in'))(path)).rejects.toThrow(message);
  });
});

describe('a location from the command line', () => {
  test('an import without a location finds the file with its namespace, in a directory and below root', async () => {
    const schema = (first: string) => wsdl11({}).replace(/(<xs:schema[^>]*>)/, `$1${first}`);
    await mkdir(join(root, 'bare/deep'), { recursive: true });
    await writeFile(join(root, 'bare/s.wsdl'), schema('<xs:import namespace="urn:o"/>'));
    await writeFile(
      join(root, 'bare/deep/o.xsd'),
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:o"><xs:element name="o"/></xs:schema>',
    );
    const opened = [openLocal(join(root, 'bare')), openLocal(join(root, 'bare/s.wsdl'), join(root, 'bare'))];
    for (const { location, resolve } of await Promise.all(opened)) {
      const { model } = await parseWsdl(location, { resolve });
      expect(model.schema.elements.map(({ name }) => name.localName)).toContain('o');
    }
  });

  test('a self-extracting archive is one, and files without an extension are documents', async () => {
    const importing = wsdl11({
      head: '<import namespace="urn:t2" location="http://build.example/parts/second"/>',
    });
    const second = '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t2"/>';
    const archive = zipSync({ 'pack/service': strToU8(importing), 'pack/parts/second': strToU8(second) });
    await writeFile(join(root, 'setup.exe'), Buffer.concat([Buffer.from('MZ stub'), archive]));
    await mkdir(join(root, 'odd/parts'), { recursive: true });
    await writeFile(join(root, 'odd/service'), importing);
    await writeFile(join(root, 'odd/parts/second'), second);
    await writeFile(join(root, 'odd/readme'), 'x');
    for (const path of ['setup.exe', 'odd']) {
      const { location, resolve } = await openLocal(join(root, path));
      const { model, diagnostics } = await parseWsdl(location, { resolve });
      expect(model.exposed.map(({ name }) => name)).toEqual(['Op']);
      expect(diagnostics).toEqual([]);
    }
  });

  test('a file with the name of a document is preferred to a copy without', async () => {
    await mkdir(join(root, 'copies'));
    await writeFile(join(root, 'copies/a.old'), wsdl11({}));
    await writeFile(join(root, 'copies/z.wsdl'), wsdl11({}));
    expect((await openLocal(join(root, 'copies'))).location).toMatch(/z\.wsdl$/);
  });

  test.each([['in/api/a.wsdl'], ['in'], ['in.zip']])('%s can be parsed', async (path) => {
    const { location, resolve } = await openLocal(join(root, path));
    const { model, diagnostics } = await parseWsdl(location, { resolve });
    expect(diagnostics).toEqual([]);
    expect(model.exposed).toHaveLength(1);
  });

  test('a file imports only from its own folder, unless a root is given', async () => {
    const path = join(root, 'in/api/a.wsdl');
    const wanted = pathToFileURL(join(root, 'in/x.xsd')).href;
    await expect((await openLocal(path)).resolve(wanted)).rejects.toThrow('the file is outside');
    expect((await (await openLocal(path, root)).resolve(wanted)).bytes.length).toBeGreaterThan(0);
  });

  test.skipIf(process.platform === 'win32')(
    'a pipe is read once, and a device only up to the limit',
    async () => {
      const wsdl = Buffer.from(wsdl11({}));
      const pipe = join(root, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const writing = writeFile(pipe, wsdl);
      const { location, resolve } = await openLocal(pipe);
      await writing;
      expect(Buffer.from((await resolve(location)).bytes).equals(wsdl)).toBe(true);
      const endless = await openLocal('/dev/zero');
      expect((await endless.resolve(endless.location)).bytes.length).toBe(DEFAULT_PARSE_LIMITS.bytes + 1);
    },
  );

  test('rejects a missing file and a file without a WSDL', async () => {
    await expect(openLocal(join(root, 'gone.wsdl'))).rejects.toThrow('cannot read');
    await mkdir(join(root, 'nothing'));
    await expect(openLocal(join(root, 'nothing'))).rejects.toThrow('there is no WSDL in it');
  });
});
