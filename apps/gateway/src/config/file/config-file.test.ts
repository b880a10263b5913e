import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLANS } from '../../domain/accounts/plan.js';
import { checkConfig } from '../check-config.js';
import { ConfigError, readConfig } from '../read-config.js';

const KEY = Buffer.alloc(32, 7).toString('base64');
const PEPPER = 'a pepper of at least thirty-two characters';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'soapstone-config-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function writeConfig(text: string, name = 'soapstone.yaml'): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, text);
  return file;
}

/** Returns the problems of a file, without its directory. */
async function problemsOf(text: string, environment: Record<string, string> = {}): Promise<string[]> {
  const file = await writeConfig(text);
  try {
    readConfig({ ...environment, CONFIG_FILE: file });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => problem.replaceAll(`${directory}/`, ''));
  }
}

describe('configuration file', () => {
  test('sets what the environment can set, with lists, mappings and references', async () => {
    await writeFile(join(directory, 'pepper'), `${PEPPER}\n`);
    await writeFile(join(directory, 'keys'), `new:${KEY}\nold:${KEY}\n`);
    const file = await writeConfig(`
baseUrl: https://soap.example.com
trustProxy: 1
httpPort: off
dataDir: state
egressAllow: [127.0.0.1:9000, 10.0.0.0/8]
apiKeyPepper: { file: pepper }
encryptionKeys: { file: keys }
databaseUrl: { env: WHERE_DATA_IS }
redisUrl: redis://127.0.0.1:6379
otelExporterOtlpEndpoint: http://collector:4318
otelResourceAttributes: { deployment.environment: "a, b" }
otelSdkDisabled: false
`);
    const fromFile = readConfig({ CONFIG_FILE: file, WHERE_DATA_IS: 'postgres://u:pw@db/x' });
    const fromEnvironment = readConfig({
      BASE_URL: 'https://soap.example.com',
      TRUST_PROXY: '1',
      HTTP_PORT: 'off',
      DATA_DIR: join(directory, 'state'),
      EGRESS_ALLOW: '127.0.0.1:9000,10.0.0.0/8',
      API_KEY_PEPPER: PEPPER,
      ENCRYPTION_KEYS: `new:${KEY},old:${KEY}`,
      DATABASE_URL: 'postgres://u:pw@db/x',
      REDIS_URL: 'redis://127.0.0.1:6379',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=a%2C%20b',
    });
    expect(fromFile).toEqual(fromEnvironment);
  });

  test('may be JSON, and the environment overrides it', async () => {
    const file = await writeConfig('{"$schema": "x", "httpsPort": 1234, "workers": 1}', 'soapstone.json');
    expect(readConfig({ CONFIG_FILE: file }).tls.port).toBe(1234);
    expect(readConfig({ CONFIG_FILE: file, HTTPS_PORT: '4321' }).tls.port).toBe(4321);
  });

  test('an empty file is valid', async () => {
    expect(await problemsOf('# nothing yet\n')).toEqual([]);
  });

  test('reports every problem at once with its position, in the order of the file', async () => {
    const text = `httpsPort: 70000
logLevel: loud
httpsProt: 1
egressAllow: 127.0.0.1
baseUrl: http://plain.example
httpPort: maybe
tlsCertFile: c.pem
adminKey: in-plain-text-and-long-enough-for-a-key
databaseUrl: postgres://u:in-plain-text@db/x
apiKeyPepper: { file: missing }
encryptionKeys: { env: NOT_SET }
workers:
`;
    expect(await problemsOf(text)).toEqual([
      'soapstone.yaml:1:12: httpsPort must be 65535 or less, is 70000',
      'soapstone.yaml:2:11: logLevel must be one of trace, debug, info, warn, error, fatal, silent, is "loud"',
      'soapstone.yaml:3:1: httpsProt is unknown; did you mean httpsPort?',
      'soapstone.yaml:4:14: egressAllow must be a list, is "127.0.0.1"',
      'soapstone.yaml:5:10: baseUrl must begin with https://, is "http://plain.example"',
      'soapstone.yaml:6:11: httpPort must be an integer, or must be off, is "maybe"',
      'soapstone.yaml:7:1: tlsCertFile and tlsKeyFile belong together: set both or neither',
      'soapstone.yaml:8:11: adminKey is a secret: write a reference, { file: PATH } or { env: NAME }',
      'soapstone.yaml:9:14: databaseUrl must begin with postgres:// or postgresql:// and have no password, or be a reference: { file: PATH } or { env: NAME }',
      'soapstone.yaml:10:15: apiKeyPepper refers to missing, which cannot be read: there is no such file',
      'soapstone.yaml:11:17: encryptionKeys refers to the variable NOT_SET, which is not set',
      'soapstone.yaml:12:9: workers must be an integer, is empty',
    ]);
  });

  test('names an invalid variable as a variable, and reports an invalid secret without its value', async () => {
    await writeFile(join(directory, 'short'), 'too-short');
    const text = 'apiKeyPepper: { file: short }\nhttpsPort: 1\n';
    expect(await problemsOf(text, { HTTPS_PORT: 'x' })).toEqual([
      'HTTPS_PORT must be an integer, is "x"',
      'soapstone.yaml:1:1: apiKeyPepper must have 32 characters or more',
    ]);
  });

  test.each([
    ['a: 1\na: 2\n', 'soapstone.yaml:2:1: Map keys must be unique'],
    ['httpsPort: [1\n', /^soapstone.yaml:2:1: Flow sequence/],
    ['httpsPort: !!js/function 1\n', /^soapstone.yaml:1:12: Unresolved tag/],
    ['- httpsPort: 1\n', 'soapstone.yaml:1:1: the file must be a mapping'],
    ['--- {}\n--- {}\n', /^soapstone.yaml:2:1: Source contains multiple documents/],
    [
      `a: &a [${'1,'.repeat(9)}1]\nb: &b [${'*a,'.repeat(9)}*a]\nc: &c [${'*b,'.repeat(9)}*b]\nd: [${'*c,'.repeat(9)}*c]\n`,
      /^soapstone.yaml:1:1: Excessive alias count/,
    ],
  ])('rejects %j', async (text, problem) => {
    const [first] = await problemsOf(text);
    if (typeof problem === 'string') expect(first).toBe(problem);
    else expect(first).toMatch(problem);
  });

  test('points out a variable that looks like a misspelled setting, but not one of another program', () => {
    const environment = { SIGNUP: 'closed', BASE_URI: 'x', HTTPS_PROXY: 'x', HOSTNAME: 'x', ADMIN_KEYS: 'x' };
    expect(checkConfig(environment).text.split('\n')).toEqual([
      'ADMIN_KEYS is not a setting: did you mean ADMIN_KEY?',
      'BASE_URI is not a setting: did you mean BASE_URL?',
      'SIGNUP is not a setting: did you mean SIGN_UP?',
      'the configuration is valid; every setting has its default',
      '',
    ]);
  });

  test('a missing file and a file that is not text are one problem each', async () => {
    expect(() => readConfig({ CONFIG_FILE: join(directory, 'none.yaml') })).toThrow(
      'none.yaml cannot be read: there is no such file',
    );
    expect(() => readConfig({ CONFIG_FILE: directory })).toThrow('cannot be read: it is a directory');
    await writeFile(join(directory, 'binary'), Buffer.from([0xff, 0xfe, 0x00]));
    expect(() => readConfig({ CONFIG_FILE: join(directory, 'binary') })).toThrow('it is not UTF-8');
  });
});

describe('plans', () => {
  const text = `
signUp: pro
ownersMayChange: true
free: { callsPerPeriod: 5, callsPerMinute: 2, services: 0, concurrentCalls: 1 }
pro: { services: 7 }
starter: { services: unlimited }
`;

  test('are those of the specification unless a section or PLANS_FILE sets others', async () => {
    expect(readConfig({}).plans).toEqual({ plans: PLANS, signUp: 'Free', ownersMayChange: false });
    const expected = {
      plans: {
        Free: { name: 'Free', rank: 0, paid: false, quota: 5, perMinute: 2, services: 0, concurrency: 1 },
        Starter: { ...PLANS.Starter, services: Number.POSITIVE_INFINITY },
        Pro: { ...PLANS.Pro, services: 7 },
      },
      signUp: 'Pro',
      ownersMayChange: true,
    };
    const own = await writeConfig(text, 'plans.yaml');
    const section = await writeConfig(`plans:${text.replaceAll('\n', '\n  ')}`);
    expect(readConfig({ CONFIG_FILE: section }).plans).toEqual(expected);
    expect(readConfig({ PLANS_FILE: own }).plans).toEqual(expected);
    const relative = await writeConfig('plansFile: plans.yaml\n', 'other.yaml');
    expect(readConfig({ CONFIG_FILE: relative }).plans).toEqual(expected);
    const other = await writeConfig('plans: { signUp: starter }\n', 'third.yaml');
    expect(readConfig({ CONFIG_FILE: other, PLANS_FILE: own }).plans).toEqual(expected);
  });

  test('report every problem at once with its position', async () => {
    expect(
      await problemsOf(`plans:
  signUp: gold
  ownersMayChange: perhaps
  free: { callsPerPeriod: 0, callsPerMinutes: 5 }
  pro: { services: many, concurrentCalls: 1.5 }
  team: {}
plansFile: none.yaml
`),
    ).toEqual([
      'soapstone.yaml:2:11: plans.signUp must be one of free, starter, pro, is "gold"',
      'soapstone.yaml:3:20: plans.ownersMayChange must be true or false, is "perhaps"',
      'soapstone.yaml:4:27: plans.free.callsPerPeriod must be 1 or more, is 0',
      'soapstone.yaml:4:30: plans.free.callsPerMinutes is unknown; did you mean callsPerMinute?',
      'soapstone.yaml:5:20: plans.pro.services must be an integer, or must be unlimited, is "many"',
      'soapstone.yaml:5:43: plans.pro.concurrentCalls must be an integer, is 1.5',
      'soapstone.yaml:6:3: plans.team is unknown; known are signUp, ownersMayChange, free, starter, pro',
      'soapstone.yaml:7:1: plansFile refers to none.yaml: there is no such file',
    ]);
    await writeConfig('signUp: gold\n', 'plans.yaml');
    expect(await problemsOf('plans: {}\nplansFile: plans.yaml\n')).toEqual([
      'plans.yaml:1:9: signUp must be one of free, starter, pro, is "gold"',
      'soapstone.yaml:2:1: plansFile and the section plans are both in this file: keep one of them',
    ]);
  });
});

describe('check-config', () => {
  test('lists what is set and where, without secrets', async () => {
    const file = await writeConfig('httpsPort: 1234\nadminKey: { env: K }\nlogLevel: warn\n');
    const { valid, text } = checkConfig({
      CONFIG_FILE: file,
      K: `canary${'x'.repeat(32)}`,
      LOG_LEVEL: 'error',
    });
    expect(valid).toBe(true);
    expect(text).toContain(`HTTPS_PORT  1234      ${file}:1:1\n`);
    expect(text).toContain(`ADMIN_KEY   (secret)  ${file}:2:1\n`);
    expect(text).toContain('LOG_LEVEL   error     environment\n');
    expect(text).not.toContain('canary');
  });

  test('lists every problem', () => {
    const { valid, text } = checkConfig({ HTTPS_PORT: 'x', LOG_LEVEL: 'loud' });
    expect(valid).toBe(false);
    expect(text).toContain('  - HTTPS_PORT must be an integer');
    expect(text).toContain('  - LOG_LEVEL must be one of');
  });

  test('reads the files that settings name, which a start reads only later', async () => {
    const file = await writeConfig('tlsCertFile: gone.pem\ntlsKeyFile: key.pem\nhttpsPort: x\n');
    await writeFile(join(directory, 'key.pem'), 'no key');
    const missing = checkConfig({ CONFIG_FILE: file, REDIS_URL: 'rediss://localhost', REDIS_CA_FILE: file });
    expect(missing.text.replaceAll(`${directory}/`, '').split('\n').slice(1, -1)).toEqual([
      expect.stringMatching(/^ {2}- REDIS_CA_FILE is not usable: ./),
      '  - soapstone.yaml:1:1: tlsCertFile cannot be read: there is no such file',
      expect.stringMatching(/^ {2}- soapstone.yaml:2:1: tlsKeyFile is not usable: ./),
      '  - soapstone.yaml:3:12: httpsPort must be an integer, is "x"',
    ]);
    await writeFile(join(directory, 'gone.pem'), 'no certificate');
    const { valid, text } = checkConfig({
      TLS_CERT_FILE: join(directory, 'gone.pem'),
      TLS_KEY_FILE: join(directory, 'key.pem'),
    });
    expect(valid).toBe(false);
    expect(text).toMatch(/TLS_CERT_FILE is not usable: .*\n {2}- TLS_KEY_FILE is not usable: /);
    const [one, other] = await Promise.all([generate([]), generate([])]);
    await writeFile(join(directory, 'cert.pem'), one.cert);
    const pair = async (key: string) => {
      await writeFile(join(directory, 'key.pem'), key);
      return checkConfig({
        TLS_CERT_FILE: join(directory, 'cert.pem'),
        TLS_KEY_FILE: join(directory, 'key.pem'),
      });
    };
    expect((await pair(one.private)).valid).toBe(true);
    expect((await pair(other.private)).text).toContain('TLS_KEY_FILE is not the key of the certificate');
  });
});
