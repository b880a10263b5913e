import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { beforeEach, describe, expect, test } from 'vitest';
import { endSpare } from '../../children/start-child.js';
import { digestOf, unpackModel } from '../../domain/services/pack-model.js';
import { DEFAULT_SETTINGS, mappingOf } from '../../domain/services/service-settings.js';
import { artefactKey } from '../description/artefact.js';
import { unpackText } from '../description/pack-text.js';
import { ImportError, type ImportOptions, importDocuments, prepareImport } from './import-documents.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const xsd = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
  <xs:element name="Ping"><xs:complexType><xs:sequence><xs:element name="text" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Pong" type="xs:string"/>
</xs:schema>`;
const wsdl = `<wsdl:definitions name="Echo" targetNamespace="urn:t" xmlns:t="urn:t"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <wsdl:types><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
    <xs:import namespace="urn:t" schemaLocation="schemas/t.xsd"/></xs:schema></wsdl:types>
  <wsdl:message name="in"><wsdl:part name="p" element="t:Ping"/></wsdl:message>
  <wsdl:message name="out"><wsdl:part name="p" element="t:Pong"/></wsdl:message>
  <wsdl:portType name="Echo"><wsdl:operation name="Ping">
    <wsdl:input message="t:in"/><wsdl:output message="t:out"/></wsdl:operation></wsdl:portType>
  <wsdl:binding name="EchoSoap" type="t:Echo">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="Ping"><soap:operation soapAction="ping"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output>
    </wsdl:operation></wsdl:binding>
  <wsdl:service name="EchoService"><wsdl:port name="EchoSoap" binding="t:EchoSoap">
    <soap:address location="http://soap.example/echo"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;

const documents = new Map([
  ['http://soap.example/echo?wsdl', wsdl],
  ['http://soap.example/schemas/t.xsd', xsd],
]);

function options(over: Partial<ImportOptions> = {}): ImportOptions & { fetched: string[] } {
  const fetched: string[] = [];
  return {
    fetched,
    account: 'acc_importer',
    timeout: 100_000,
    memory: 256,
    described: { mapping: mappingOf(DEFAULT_SETTINGS), maker: 'test' },
    fetch: async (uri) => {
      fetched.push(uri);
      const text = documents.get(uri);
      if (text === undefined) throw new Error('HTTP status 404');
      return { ok: true, bytes: bytes(text), contentType: 'text/xml' };
    },
    ...over,
  };
}

async function failure(promise: Promise<unknown>): Promise<ImportError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ImportError) return error;
  throw new Error(`no ImportError but ${error}`);
}

function childrenOf(pid: number): number[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return pids === '' ? [] : pids.split(' ').map(Number);
}

/** The registration processes of this process, whether they work or wait. */
function registrationProcesses(): number[] {
  return childrenOf(process.pid)
    .flatMap((pid) => childrenOf(pid))
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('owners/registration/child'));
}

describe.runIf(process.platform === 'linux')('prepareImport', () => {
  // Tests of other files in this process may have left one.
  beforeEach(async () => {
    endSpare();
    await expect.poll(registrationProcesses, { timeout: 60_000 }).toEqual([]);
  });

  const ADDRESS = { kind: 'url', url: 'http://soap.example/echo?wsdl' } as const;

  async function prepared(given: ImportOptions): Promise<number> {
    prepareImport(given);
    await expect.poll(registrationProcesses, { timeout: 60_000 }).toHaveLength(1);
    return registrationProcesses()[0] as number;
  }

  /** Imports, and returns the processes that existed in the meantime. */
  async function importing(given: ImportOptions): Promise<number[]> {
    const seen = new Set<number>();
    const fetch: ImportOptions['fetch'] = (...asked) => {
      for (const pid of registrationProcesses()) seen.add(pid);
      return given.fetch(...asked);
    };
    const { name } = await importDocuments(ADDRESS, { ...given, fetch });
    expect(name).toBe('EchoService');
    await expect.poll(registrationProcesses, { timeout: 60_000 }).toEqual([]);
    return [...seen];
  }

  test('starts one process, however often it is called, and the next import uses it up', async () => {
    const given = options();
    const pid = await prepared(given);
    prepareImport(given);
    expect(await prepared(given)).toBe(pid);
    expect(await importing(given)).toEqual([pid]);
    expect(await importing(given)).not.toContain(pid);
  });

  test('a process with other limits replaces the one that waits', async () => {
    const first = await prepared(options({ memory: 200 }));
    prepareImport(options({ memory: 256 }));
    await expect
      .poll(registrationProcesses, { timeout: 60_000 })
      .toEqual([expect.not.toSatisfy((pid: number) => pid === first)]);
    const [second] = registrationProcesses();
    expect(await importing(options({ memory: 256 }))).toEqual([second]);
  });

  test('a process that ended while it waited is not used', async () => {
    const given = options();
    const pid = await prepared(given);
    process.kill(pid, 'SIGKILL');
    await expect.poll(registrationProcesses, { timeout: 60_000 }).toEqual([]);
    // The spawner reports the end to this process.
    await expect
      .poll(() => importDocuments(ADDRESS, given).then(({ name }) => name, String), { timeout: 60_000 })
      .toBe('EchoService');
  });

  test('starts nothing that the system has no memory for', async () => {
    prepareImport(options({ memory: 2 ** 30 }));
    expect(await importing(options())).toHaveLength(1);
  });
});

describe('importDocuments', () => {
  test('an import generates the pages that owners open first, under the keys used to request them', async () => {
    const given = options();
    const imported = await importDocuments({ kind: 'url', url: 'http://soap.example/echo?wsdl' }, given);
    const { mapping, maker } = given.described;
    const digest = digestOf(imported.packedModel);
    const texts = new Map<string, unknown>();
    for (const { key, body } of imported.artefacts)
      texts.set(key, JSON.parse(String(await unpackText(body))));
    expect(texts.size).toBe(2);
    expect(texts.get(artefactKey(maker, [digest], mapping, { kind: 'operations' }))).toMatchObject([
      { name: 'Ping', soapAction: 'ping' },
    ]);
    expect(
      texts.get(artefactKey(maker, [digest], mapping, { kind: 'operation', name: 'Ping' })),
    ).toMatchObject({
      name: 'Ping',
      faults: [],
    });
  });

  test('an address: the parent fetches every document, the child builds the model', async () => {
    const accounts = new Set<string>();
    const given = options();
    const fetch: ImportOptions['fetch'] = (uri, account, signal) => {
      accounts.add(account);
      return given.fetch(uri, account, signal);
    };
    const imported = await importDocuments(
      { kind: 'url', url: 'http://soap.example/echo?wsdl' },
      { ...given, fetch },
    );
    expect([...accounts]).toEqual(['acc_importer']);
    expect(given.fetched).toEqual(['http://soap.example/echo?wsdl', 'http://soap.example/schemas/t.xsd']);
    expect(imported).toMatchObject({ name: 'EchoService', operations: ['Ping'], diagnostics: [] });
    const model = await unpackModel(imported.packedModel);
    expect(model.services[0]?.ports[0]?.address).toBe('http://soap.example/echo');
  });

  test.runIf(process.platform === 'linux')('the child has a lower priority than the gateway', async () => {
    const { fetch } = options();
    const priorities: number[] = [];
    const given = options({
      fetch: async (uri, account, signal) => {
        priorities.push(
          ...childrenOf(process.pid)
            .flatMap(childrenOf)
            .map((pid) => getPriority(pid)),
        );
        return fetch(uri, account, signal);
      },
    });
    await importDocuments({ kind: 'url', url: 'http://soap.example/echo?wsdl' }, given);
    expect(Math.max(...priorities)).toBeGreaterThan(getPriority());
  });

  test('uploaded files: nothing is fetched, and no other file is read', async () => {
    const files = new Map([['echo.wsdl', bytes(wsdl.replace('schemas/t.xsd', '../../../../etc/passwd'))]]);
    const given = options();
    const imported = await importDocuments({ kind: 'files', files, main: 'echo.wsdl' }, given);
    expect(given.fetched).toEqual([]);
    expect(imported.diagnostics.length).toBeGreaterThan(0);
    expect(JSON.stringify(imported.diagnostics)).not.toContain('root:');
  });

  test('a failed fetch is quoted', async () => {
    const error = await failure(importDocuments({ kind: 'url', url: 'http://soap.example/none' }, options()));
    expect(error.code).toBe('LOAD_FAILED');
    expect(error.message).toContain('HTTP status 404');
  });

  test('documents that are not a WSDL cause the parser’s error, with its location', async () => {
    const files = new Map([['a.wsdl', bytes('<a>\n<b></a>')]]);
    const error = await failure(importDocuments({ kind: 'files', files, main: 'a.wsdl' }, options()));
    expect(error.code).toBe('NOT_WELL_FORMED');
    expect(error.diagnostics).toEqual([expect.objectContaining({ file: 'a.wsdl', line: 2 })]);
  });

  test('the error for a single file that is not a WSDL says what it is', async () => {
    const files = new Map([['a.xsd', bytes('<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>')]]);
    const error = await failure(importDocuments({ kind: 'files', files }, options()));
    expect(error.code).toBe('NOT_WSDL');
    expect(error.diagnostics).toEqual([
      expect.objectContaining({ file: 'a.xsd', message: expect.stringContaining('an XML Schema') }),
    ]);
  });

  test('a fetch that never ends is a timeout, and is aborted', async () => {
    let aborted = false;
    // As long as an import that ends takes, which is enough for this machine to start the process.
    const startedAt = performance.now();
    await importDocuments({ kind: 'url', url: 'http://soap.example/echo?wsdl' }, options());
    const timeout = 2_000 + 4 * (performance.now() - startedAt);
    const error = await failure(
      importDocuments(
        { kind: 'url', url: 'http://soap.example/hangs' },
        options({
          timeout,
          fetch: (_uri, _account, signal) =>
            new Promise((_resolve, reject) =>
              signal.addEventListener('abort', () => {
                aborted = true;
                reject(new Error('given up'));
              }),
            ),
        }),
      ),
    );
    expect(error.code).toBe('TIMEOUT');
    expect(aborted).toBe(true);
  });

  test('a document that needs too much processor time ends only its process', async () => {
    const element = '<xs:element name="e" type="xs:string"/>';
    const huge = xsd.replace('<xs:element name="text" type="xs:string"/>', element.repeat(150_000));
    const files = new Map([
      ['echo.wsdl', bytes(wsdl)],
      ['echo.xsd', bytes(huge)],
    ]);
    const error = await failure(importDocuments({ kind: 'files', files }, options({ timeout: 100 })));
    expect(error).toMatchObject({
      code: 'TIMEOUT',
      message: 'reading the documents took more than 100 ms of processor time',
    });
  });

  test('a document that needs too much memory ends only its process', async () => {
    // 150,000 particles take more than 40 MiB.
    const element = '<xs:element name="e" type="xs:string"/>';
    const huge = xsd.replace('<xs:element name="text" type="xs:string"/>', element.repeat(150_000));
    const files = new Map([
      ['echo.wsdl', bytes(wsdl)],
      ['schemas/t.xsd', bytes(huge)],
    ]);
    const error = await failure(
      importDocuments({ kind: 'files', files, main: 'echo.wsdl' }, options({ memory: 40 })),
    );
    expect(error.code).toBe('MEMORY');
  });
});
