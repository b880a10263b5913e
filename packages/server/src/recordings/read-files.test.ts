import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHARGE, post, useTill } from '../testing/till.js';
import { readRecordingFiles } from './read-files.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const files = (content: Readonly<Record<string, string>>) =>
  new Map(Object.entries(content).map(([path, text]) => [path, bytes(text)]));
const MANIFEST = '{"soapstone":1,"documents":[],"redact":["pin"]}';
const exchange = (name: string, over: object = {}) =>
  JSON.stringify({
    operation: 'Charge',
    request: { file: `${name}.request.xml`, contentType: 'text/xml' },
    response: { file: `${name}.response.xml`, contentType: 'text/xml', status: 500 },
    ...over,
  });
const LIMITS = { messageBytes: 10, exchanges: 2 };

const till = useTill();

describe('readRecordingFiles', () => {
  test('reads a folder that record wrote, below any directory', async () => {
    await till.recorded(async ({ address }) => void (await post(address, CHARGE)), { redact: ['pin'] });
    const paths = (await readdir(till.directory, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const read = new Map<string, Uint8Array>();
    for (const path of paths)
      read.set(`users/${path.slice(till.directory.length + 1)}`, await readFile(path));
    const { folders, problems, ignored } = readRecordingFiles(read);
    expect([problems, ignored]).toEqual([[], []]);
    expect(folders).toEqual([
      {
        directory: 'users/',
        redact: ['pin'],
        ignore: [],
        exchanges: [
          expect.objectContaining({
            operation: 'Charge',
            name: expect.stringMatching(/^Charge\.[0-9a-f]{8}$/),
          }),
        ],
      },
    ]);
    expect(new TextDecoder().decode(folders[0]?.exchanges[0]?.request.body)).toContain('<pin>REDACTED</pin>');
  });

  test('keeps the order of recording, and lists files that belong to no exchange', () => {
    const read = readRecordingFiles(
      files({
        'recording.json': MANIFEST,
        ...Object.fromEntries(
          ['A.1-10', 'A.1', 'A.1-2'].flatMap((name) => [
            [`${name}.json`, exchange(name)],
            [`${name}.request.xml`, '<a/>'],
            [`${name}.response.xml`, '<b/>'],
          ]),
        ),
        'notes.txt': 'x',
        '.git/config': 'x',
        'wsdl/users.wsdl': 'x',
      }),
    );
    expect(read.problems).toEqual([]);
    expect(read.folders[0]?.exchanges.map(({ name }) => name)).toEqual(['A.1', 'A.1-2', 'A.1-10']);
    expect(read.ignored).toEqual(['notes.txt']);
  });

  test('lists every problem of every file, and throws for none', () => {
    const { problems } = readRecordingFiles(
      files({
        'recording.json': '{"soapstone":2,"documents":[]}',
        '../x.json': '{}',
        '/etc/passwd': '',
        'C:\\x': '',
        'a//b': '',
        'A.json': '{"operation":',
        'B.json': '{"operation":1}',
        'C.json': exchange('C'),
        'D.json': exchange('../D'),
        'E.json': exchange('E', { response: { file: 'recording.json', contentType: '', status: 99 } }),
        'E.request.xml': 'longer than ten bytes',
        'other/notes.txt': '',
      }),
      LIMITS,
    );
    const told = problems.map(({ file, message }) => `${file}: ${message}`);
    expect(told).toEqual([
      '../x.json: expected a path inside the folder',
      '/etc/passwd: expected a path inside the folder',
      'C:\\x: expected a path inside the folder',
      'a//b: expected a path inside the folder',
      'recording.json: /soapstone: expected 1',
      expect.stringMatching(/^A\.json: expected JSON \(/),
      expect.stringMatching(/^B\.json: \/operation: expected /),
      'C.json: expected the file "C.request.xml", which it refers to',
      'C.json: expected the file "C.response.xml", which it refers to',
      'D.json: expected the file "../D.request.xml", which it refers to',
      'D.json: expected the file "../D.response.xml", which it refers to',
      'E.request.xml: expected at most 10 bytes, not 21',
      'recording.json: expected at most 10 bytes, not 30',
      'E.json: /response/status: expected an HTTP status',
      ': expected at most 2 exchanges, not 5',
    ]);
  });

  test('files without a recording, and a member rule of any length', () => {
    expect(readRecordingFiles(files({ 'a.json': '{}' })).problems).toEqual([
      { file: '', message: expect.stringContaining('recording.json') },
    ]);
    const long = { soapstone: 1, documents: [], ignore: ['x'.repeat(501)] };
    expect(readRecordingFiles(files({ 'recording.json': JSON.stringify(long) })).problems).toEqual([
      {
        file: 'recording.json',
        message: 'expected at most 200 members of 500 characters to redact or ignore',
      },
    ]);
    expect(() => readRecordingFiles({} as never)).toThrow(/expected a Map/);
  });
});
