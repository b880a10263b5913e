import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryOf, runCommand } from '../testing/run-command.js';
import { USERS_WSDL } from '../testing/users-wsdl.js';

/** The type of the user's roles is not declared: GetUser is degraded, Ping is not. */
const DEGRADED = USERS_WSDL.replace('name="role" type="xs:string"', 'name="role" type="t:Role"');
/** The message of Ping is not declared. */
const LOST = USERS_WSDL.replace('<input message="t:Ping"/>', '<input message="t:Pong"/>');
/** The element of a part is not declared. */
const UNTYPED_PART = USERS_WSDL.replace('<xs:element name="Ping"><xs:complexType/></xs:element>', '');

/** The only binding is not SOAP over HTTP. */
const OTHER_TRANSPORT = USERS_WSDL.replace('http://schemas.xmlsoap.org/soap/http', 'urn:jms');
/** The port refers to a binding in a missing document; the portType exists. */
const NO_BINDING = USERS_WSDL.replace('binding="t:UserSoap"', 'binding="t:Gone"').replace(
  /<binding .*<\/binding>/s,
  '',
);
/** Neither portType nor binding exists, so the operations are unknown. */
const NOTHING = NO_BINDING.replace(/<portType .*<\/portType>/s, '');
/** The binding binds an operation that the portType does not have. */
const ONE_BAD = USERS_WSDL.replace(
  '<operation name="Ping">\n      <soap',
  '<operation name="Pong">\n      <soap',
);

const cwd = directoryOf({
  'transport.wsdl': OTHER_TRANSPORT,
  'no-binding.wsdl': NO_BINDING,
  'nothing.wsdl': NOTHING,
  'one-bad.wsdl': ONE_BAD,
  'users.wsdl': USERS_WSDL,
  'degraded.wsdl': DEGRADED,
  'lost.wsdl': LOST,
  'untyped.wsdl': UNTYPED_PART,
  'broken.wsdl': '<definitions',
});

interface Line {
  file: string;
  ok: boolean;
  error?: { code: string; line?: number };
  operations: {
    service: string;
    port: string;
    operation: string;
    grade: string;
    findings: number[];
    reason?: string;
    noExample?: { of: string; path: string }[];
  }[];
  diagnostics: { code: string; severity: string; file: string; line: number }[];
}

async function lines(...argv: string[]): Promise<{ lines: Line[]; exitCode: number }> {
  const { out, exitCode } = await runCommand(['report', '--format', 'json', ...argv], { cwd });
  return {
    lines: out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line),
    exitCode,
  };
}

const grades = ({ operations }: Line): string[] =>
  operations.map(({ operation, grade }) => `${operation} ${grade}`);

describe('soapstone report', () => {
  test('one line of JSON per file, even for a file that cannot be read', async () => {
    const result = await lines('users.wsdl', 'broken.wsdl', 'degraded.wsdl');
    expect(result.exitCode).toBe(3);
    const [users, broken, degraded] = result.lines;
    expect(users).toEqual({
      file: 'users.wsdl',
      ok: true,
      operations: [
        { service: 'UserService', port: 'UserSoap', operation: 'GetUser', grade: 'exact', findings: [] },
        { service: 'UserService', port: 'UserSoap', operation: 'Ping', grade: 'exact', findings: [] },
      ],
      diagnostics: [],
    });
    expect(broken).toMatchObject({ ok: false, error: { code: 'NOT_WELL_FORMED', line: 1 }, operations: [] });
    expect(degraded).toMatchObject({
      ok: true,
      diagnostics: [{ code: 'UNRESOLVED_TYPE', file: 'degraded.wsdl', line: 16 }],
    });
  });

  test.each([
    ['degraded.wsdl', ['GetUser degraded', 'Ping exact']],
    ['untyped.wsdl', ['GetUser exact', 'Ping degraded']],
  ])('%s: only the affected operations are degraded', async (file, expected) => {
    const result = await lines(file);
    expect(result.lines.map(grades)).toEqual([expected]);
  });

  describe('operations without a valid example', () => {
    // Every role requires another role, so no finite example exists.
    const endless = USERS_WSDL.replace(
      /name="role" type="xs:string"[^>]*>/,
      'name="role" type="t:Role"/>',
    ).replace(
      '<xs:complexType name="User">',
      `<xs:complexType name="Role"><xs:sequence><xs:element name="of" type="t:Role"/></xs:sequence></xs:complexType>
       <xs:complexType name="User">`,
    );
    const nullable = endless.replace('name="of" type="t:Role"', 'name="of" type="t:Role" nillable="true"');

    test('are listed in every format, with the path', async () => {
      writeFileSync(join(cwd, 'endless.wsdl'), endless);
      const [report] = (await lines('endless.wsdl')).lines;
      expect(report?.operations).toMatchObject([
        { operation: 'GetUser', noExample: [{ of: 'response', path: expect.stringMatching(/of$/) }] },
        { operation: 'Ping' },
      ]);
      expect(report?.operations[1]).not.toHaveProperty('noExample');
      const text = await runCommand(['report', 'endless.wsdl'], { cwd });
      expect(text.out).toMatch(/no example {2}GetUser response {2}\/.*of: /);
      const sarif = await runCommand(['report', '--format', 'sarif', 'endless.wsdl'], { cwd });
      expect(JSON.parse(sarif.out).runs[0].results).toContainEqual(
        expect.objectContaining({
          ruleId: 'NO_EXAMPLE',
          level: 'note',
          message: { text: expect.stringContaining('operation GetUser: /role/of ') },
        }),
      );
    });

    test('do not exist if null ends the recursion', async () => {
      writeFileSync(join(cwd, 'nullable.wsdl'), nullable);
      const { out } = await runCommand(['report', 'nullable.wsdl'], { cwd });
      expect(out).not.toContain('no example');
    });
  });

  test('a pattern that no value is checked against is a finding of the operation that uses it', async () => {
    const role = (pattern: string): string =>
      USERS_WSDL.replace('name="role" type="xs:string"', 'name="role" type="t:Small"').replace(
        '<xs:complexType name="User">',
        `<xs:simpleType name="Role"><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>
        <xs:simpleType name="Small"><xs:restriction base="t:Role"><xs:maxLength value="3"/></xs:restriction></xs:simpleType>
        <xs:complexType name="User">`,
      );
    writeFileSync(join(cwd, 'pattern.wsdl'), role('(?=a)b'));
    writeFileSync(join(cwd, 'large.wsdl'), role('(a{900}){900}'));
    writeFileSync(join(cwd, 'fine.wsdl'), role('[a-z]+'));
    const [wrong, large, fine] = (await lines('pattern.wsdl', 'large.wsdl', 'fine.wsdl')).lines as [
      Line,
      Line,
      Line,
    ];
    expect(grades(wrong)).toEqual(['GetUser degraded', 'Ping exact']);
    expect(wrong.diagnostics).toMatchObject([
      {
        code: 'INVALID_FACET',
        severity: 'warning',
        message: expect.stringMatching(/^the pattern "\(\?=a\)b" is not enforced: /),
        component: 'simpleType {urn:users}Role',
        file: 'pattern.wsdl',
        line: 13,
      },
    ]);
    expect(grades(large)).toEqual(['GetUser degraded', 'Ping exact']);
    expect(large.diagnostics[0]).toMatchObject({ message: expect.stringMatching(/states/) });
    expect(fine).toMatchObject({ diagnostics: [] });
    expect(grades(fine)).toEqual(['GetUser exact', 'Ping exact']);
  });

  test.each([
    ['transport.wsdl', 'the transport of the binding is urn:jms: only HTTP is offered'],
    ['no-binding.wsdl', 'binding "t:Gone" is not declared'],
  ])('%s: every operation of the portType is listed as unsupported with its reason', async (file, reason) => {
    const [line] = (await lines(file)).lines as [Line];
    expect(grades(line)).toEqual(['GetUser unsupported', 'Ping unsupported']);
    for (const { findings } of line.operations) {
      expect(findings.map((index) => line.diagnostics[index])).toMatchObject([
        { code: 'OPERATION_NOT_OFFERED', severity: 'error', message: expect.stringContaining(reason) },
      ]);
    }
  });

  test('a bad operation of a binding affects only itself, and each operation lists its own findings', async () => {
    const [line] = (await lines('one-bad.wsdl')).lines as [Line];
    expect(
      line.operations.map(({ operation, grade, findings }) => [
        operation,
        grade,
        ...findings.map((index) => line.diagnostics[index]?.code),
      ]),
    ).toEqual([
      ['GetUser', 'exact'],
      ['Pong', 'unsupported', 'UNRESOLVED_OPERATION'],
      ['Ping', 'unsupported', 'OPERATION_NOT_OFFERED'],
    ]);
  });

  test('an rpc operation whose soap:body has no namespace is exact, with a note', async () => {
    const style = USERS_WSDL.replace('<soap:binding ', '<soap:binding style="rpc" ')
      .replaceAll('element="t:Ping"', 'type="xs:string"')
      .replaceAll(/element="t:GetUser(?:Response)?"/g, 'type="t:User"');
    writeFileSync(join(cwd, 'rpc.wsdl'), style);
    const [line] = (await lines('rpc.wsdl', '--fail-on', 'degraded')).lines as [Line];
    expect(grades(line)).toEqual(['GetUser exact', 'Ping exact']);
    expect(new Set(line.diagnostics.map(({ code, severity }) => `${code} ${severity}`))).toEqual(
      new Set(['WRAPPER_NAMESPACE_MISSING info']),
    );
  });

  test('an operation without its message is not offered; the others are', async () => {
    const [line] = (await lines('lost.wsdl')).lines;
    expect(line?.diagnostics.map(({ code }) => code)).toContain('UNRESOLVED_MESSAGE');
    expect(grades(line as Line)).toContain('GetUser exact');
    expect(grades(line as Line)).not.toContain('Ping exact');
  });

  test.each([
    [['users.wsdl', '--fail-on', 'degraded'], 0],
    [['degraded.wsdl'], 0],
    [['degraded.wsdl', '--fail-on', 'degraded'], 1],
    [['degraded.wsdl', '--fail-on', 'unsupported'], 0],
    [['broken.wsdl'], 3],
    [['users.wsdl', '--fail-on', 'unsupported'], 0],
    [['users.wsdl', '--fail-on', 'exact'], 2],
    [['transport.wsdl', '--fail-on', 'unsupported'], 1],
    [['no-binding.wsdl', '--fail-on', 'unsupported'], 1],
    [['nothing.wsdl', '--fail-on', 'unsupported'], 1],
    [['nothing.wsdl'], 0],
  ])('%j ends with %i', async (argv, exitCode) => {
    expect((await runCommand(['report', ...argv], { cwd })).exitCode).toBe(exitCode);
  });

  test('as text, with location, effect and advice', async () => {
    const { out } = await runCommand(['report', 'degraded.wsdl', 'broken.wsdl'], { cwd });
    expect(out).toContain('degraded.wsdl  2 operations: 1 exact, 1 degraded\n');
    expect(out).toContain('  degraded    UserService/UserSoap GetUser  UNRESOLVED_TYPE\n');
    expect(out).toMatch(
      / {2}warning degraded\.wsdl:16:\d+: .*\[UNRESOLVED_TYPE\]\n {10}in complexType \{urn:users\}User\n/,
    );
    expect(out).toContain('          advice: supply the schema that declares the type\n');
    expect(out).toContain('broken.wsdl  cannot be read: ');
    expect(out).toContain('\n2 files, 1 cannot be read; 2 operations: 1 exact, 1 degraded\n');
  });

  test('a directory is expanded to the WSDL files in it', async () => {
    mkdirSync(join(cwd, 'more', 'deep'), { recursive: true });
    writeFileSync(join(cwd, 'more', 'deep', 'b.wsdl'), USERS_WSDL);
    writeFileSync(join(cwd, 'more', 'a.WSDL'), USERS_WSDL);
    writeFileSync(join(cwd, 'more', 'notes.txt'), '');
    const result = await lines('more');
    expect(result.lines.map(({ file }) => file)).toEqual([
      join('more', 'a.WSDL'),
      join('more', 'deep', 'b.wsdl'),
    ]);
  });

  test('as SARIF', async () => {
    const { out } = await runCommand(['report', 'degraded.wsdl', 'missing.wsdl', '--format', 'sarif'], {
      cwd,
    });
    const { version, runs } = JSON.parse(out);
    expect(version).toBe('2.1.0');
    expect(runs[0].tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
      'LOAD_FAILED',
      'UNRESOLVED_TYPE',
    ]);
    expect(runs[0].results).toMatchObject([
      {
        ruleId: 'UNRESOLVED_TYPE',
        level: 'warning',
        locations: [
          { physicalLocation: { artifactLocation: { uri: 'degraded.wsdl' }, region: { startLine: 16 } } },
        ],
      },
      { ruleId: 'LOAD_FAILED', level: 'error' },
    ]);
  });
});

describe('report --agents', () => {
  test('lints the tool of every operation, and names what a vendor ignores with its source', async () => {
    const { out, exitCode } = await runCommand(
      ['report', '--format', 'json', '--agents', '--fail-on', 'unsupported', 'users.wsdl'],
      { cwd },
    );
    const { agents } = JSON.parse(out) as {
      agents: {
        listing: { lazy: boolean; tools: number; tokens: number };
        operations: { operation: string; tool: string; tokens: number }[];
        findings: { limit: string; effect: string; tool: string; source: string; date: string }[];
      };
    };
    expect(exitCode).toBe(0);
    expect([agents.listing.lazy, agents.listing.tools]).toEqual([false, agents.operations.length]);
    expect(agents.operations.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(agents.listing.tokens);
    expect(agents.findings.filter(({ effect }) => effect === 'rejects')).toEqual([]);
    expect(agents.findings.find(({ limit }) => limit === 'google-keywords')).toMatchObject({
      effect: 'ignores',
      source: expect.stringMatching(/^https:/),
    });
    const text = await runCommand(['report', '--agents', 'users.wsdl'], { cwd });
    expect(text.out).toContain(`${agents.listing.tools} tools: ${agents.listing.tokens} tokens`);
    expect(text.out).toContain('[google-keywords]');
  });
});

test('--compatibility: the report names the risk of each switch on standard error', async () => {
  const folder = directoryOf({ 'users.wsdl': USERS_WSDL });
  const argv = ['report', 'users.wsdl', '--compatibility', 'tls-1.1,http-1.0', '--format', 'json'];
  const { out, err } = await runCommand(argv, { cwd: folder });
  expect(JSON.parse(out)).toMatchObject({ ok: true });
  expect(err).toContain(
    'compatibility tls-1.1: at the risk that someone on the path breaks the old version of TLS',
  );
  expect(err).toContain(
    'compatibility http-1.0: at the risk that a response without Content-Length is cut off unnoticed',
  );
});
