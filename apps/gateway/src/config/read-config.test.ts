import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { PLANS } from '../domain/accounts/plan.js';
import { ConfigError, readConfig } from './read-config.js';
import { properties } from './read-environment.js';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  test('defaults: local HTTPS, embedded database', () => {
    const config = readConfig({ DATA_DIR: '/tmp/soapstone' });
    expect(config).toEqual({
      baseUrl: 'https://localhost:8443',
      host: '127.0.0.1',
      proxyProtocol: false,
      tls: { kind: 'selfSigned', port: 8443 },
      httpPort: 8080,
      dataDir: '/tmp/soapstone',
      redisTimeout: 50,
      nodes: 1,
      workers: 1,
      egressAllow: [],
      logLevel: 'info',
      limits: {
        requestBytes: 1_048_576,
        responseBytes: 10_485_760,
        expansion: 50,
        work: 5_000_000,
        watchdog: 10_000,
        catalogBytes: 268_435_456,
        mappingMemory: 512,
        upstreamTimeout: 30_000,
        registrationTimeout: 20_000,
        registrationMemory: 512,
        drainTimeout: 30_000,
        drainDelay: 5_000,
        lag: 250,
      },
      connections: { total: 10_000, perAddress: 200 },
      clients: {
        headersTimeout: 10_000,
        requestTimeout: 30_000,
        keepAlive: 65_000,
        minBodyRate: 1024,
        bodyGrace: 5_000,
        writeStall: 30_000,
      },
      cache: { bytes: 67_108_864, bytesPerAccount: 16_777_216 },
      signUp: { mode: 'open', domains: [] },
      tokenIssuers: [],
      watch: { isOn: true, minimum: 3_600_000 },
      plans: { plans: PLANS, signUp: 'Free', ownersMayChange: false },
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  test('ignores empty and unknown variables', () => {
    expect(readConfig({ HTTPS_PORT: '', PATH: '/bin' }).tls.port).toBe(8443);
  });

  test('behind a proxy: plain HTTP and no port that redirects', () => {
    const config = readConfig({ TRUST_PROXY: '1', BASE_URL: 'https://api.example.com/soap/' });
    expect(config.tls).toEqual({ kind: 'proxy', port: 8443, hops: 1 });
    expect(config.httpPort).toBeUndefined();
    expect(config.baseUrl).toBe('https://api.example.com/soap');
    // Every connection comes from the proxy.
    expect(config.connections.perAddress).toBe(0);
  });

  test('certificate files', () => {
    expect(readConfig({ TLS_CERT_FILE: 'c.pem', TLS_KEY_FILE: 'k.pem', HTTP_PORT: 'off' })).toMatchObject({
      tls: { kind: 'files', port: 8443, certFile: 'c.pem', keyFile: 'k.pem' },
    });
  });

  test('splits the egress list at commas', () => {
    expect(readConfig({ EGRESS_ALLOW: '127.0.0.1:9000, 10.0.0.0/8,' }).egressAllow).toEqual([
      '127.0.0.1:9000',
      '10.0.0.0/8',
    ]);
  });

  test('a node’s share of the limits is that of one process', () => {
    const config = readConfig({ NODE_COUNT: '3', WORKERS: '2', REDIS_URL: 'redis://127.0.0.1' });
    expect([config.nodes, config.workers]).toEqual([6, 2]);
  });

  test('workers share the connection limits equally, and 0 means no limit', () => {
    const workers = { WORKERS: '4', REDIS_URL: 'redis://127.0.0.1', MAX_CONNECTIONS: '1001' };
    expect(readConfig(workers).connections).toEqual({ total: 251, perAddress: 50 });
    expect(readConfig({ ...workers, MAX_CONNECTIONS_PER_IP: '0' }).connections.perAddress).toBe(0);
  });

  test('sealing keys: the first one seals', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const { sealingKeys } = readConfig({ ENCRYPTION_KEYS: `new:${key}, old:${key}` });
    expect(sealingKeys?.map(({ id, key: bytes }) => [id, bytes.length])).toEqual([
      ['new', 32],
      ['old', 32],
    ]);
    const wrong = 'ENCRYPTION_KEYS must be a list of id:key, each id once, each key 32 bytes in base64';
    for (const value of ['x', `a:${key},a:${key}`, 'a:AAAA', `:${key}`]) {
      expect(problemsOf({ ENCRYPTION_KEYS: value })).toEqual([wrong]);
    }
  });

  test.each([
    [{ HTTPS_PORT: 'abc' }, ['HTTPS_PORT must be an integer, is "abc"']],
    [{ HTTPS_PORT: '70000' }, ['HTTPS_PORT must be 65535 or less, is "70000"']],
    [
      { LOG_LEVEL: 'loud' },
      ['LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, is "loud"'],
    ],
    [{ BASE_URL: 'http://plain.example' }, ['BASE_URL must begin with https://, is "http://plain.example"']],
    [{ BASE_URL: 'https://user:pw@host/?a#b' }, ['BASE_URL must have no user, query or fragment']],
    [{ TLS_CERT_FILE: 'c.pem' }, ['TLS_CERT_FILE and TLS_KEY_FILE belong together: set both or neither']],
    [
      { TRUST_PROXY: '1' },
      ['BASE_URL is required with TRUST_PROXY: the public address is not known otherwise'],
    ],
    [
      { DATABASE_URL: 'postgres://u:secret@db/x' },
      [
        'API_KEY_PEPPER is required with DATABASE_URL: all nodes must hash API keys alike',
        'ENCRYPTION_KEYS is required with DATABASE_URL: all nodes must open the same secrets',
      ],
    ],
    [{ SIGN_UP: 'domain' }, ['SIGN_UP_DOMAINS and SIGN_UP=domain belong together: set both or neither']],
    [
      { SIGN_UP_DOMAINS: 'a.example' },
      ['SIGN_UP_DOMAINS and SIGN_UP=domain belong together: set both or neither'],
    ],
    [{ WORKERS: '2' }, ['REDIS_URL is required with WORKERS: processes share their limits through Redis']],
    [
      { NODE_COUNT: '2' },
      ['REDIS_URL is required with NODE_COUNT: machines share their limits through Redis'],
    ],
    [
      { REQUEST_TIMEOUT_MS: '5000' },
      ['REQUEST_TIMEOUT_MS must not be less than HEADERS_TIMEOUT_MS: the head is part of the request'],
    ],
    [
      { TRUST_PROXY: '1', BASE_URL: 'https://x.example', MAX_CONNECTIONS_PER_IP: '9' },
      ['MAX_CONNECTIONS_PER_IP cannot be used with TRUST_PROXY: every connection is the proxy’s'],
    ],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' },
      [
        'OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or https://, is "collector:4317"',
        'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json, is "grpc"',
      ],
    ],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'secret-without-a-name' },
      ['OTEL_EXPORTER_OTLP_HEADERS must be a list of name=value, percent-encoded'],
    ],
    [{ HTTPS_PORT: '8080' }, ['HTTP_PORT and HTTPS_PORT are both 8080']],
    [
      { EGRESS_ALLOW: '10.1.0.0/99, erp:8080,http://x, [::1' },
      ['"10.1.0.0/99"', '"http://x"', '"[::1"'].map(
        (entry) => `EGRESS_ALLOW has ${entry}, which is not a host, address or CIDR, with or without a port`,
      ),
    ],
    [
      { OUTBOUND_PROXY: 'http://u:CANARY%zz@p:1' },
      [
        'OUTBOUND_PROXY must be an address such as http://proxy.example.com:3128 or http://USER:PASSWORD@proxy.example.com:3128, with special characters of the password percent-encoded',
      ],
    ],
    [
      {
        OUTBOUND_PROXIES:
          'a=http://p:1,A b=http://p:1,a=http://p:2,c=socks5://u:CANARY@p:1,http://u:CANARY@p',
      },
      [
        'entry 2 of OUTBOUND_PROXIES must be NAME=ADDRESS, with a name of at most 63 lower-case letters, digits and hyphens',
        'OUTBOUND_PROXIES has two proxies with the name a',
        'c in OUTBOUND_PROXIES must have an address such as http://proxy.example.com:3128 or http://USER:PASSWORD@proxy.example.com:3128, with special characters of the password percent-encoded',
        'entry 5 of OUTBOUND_PROXIES must be NAME=ADDRESS, with a name of at most 63 lower-case letters, digits and hyphens',
      ],
    ],
    [{ OUTBOUND_PROXY: 'socks5://u:CANARY@p:1' }, ['OUTBOUND_PROXY must begin with http:// or https://']],
    [
      { OUTBOUND_NO_PROXY: 'a.example' },
      ['OUTBOUND_PROXY is required with OUTBOUND_NO_PROXY: without a proxy, every host is called directly'],
    ],
    [
      { OUTBOUND_PROXY: 'http://p:1', OUTBOUND_NO_PROXY: '.a.example,<local>,10.*,*,10.0.0.0/8:80' },
      ['"<local>"', '"10.*"'].map(
        (entry) =>
          `OUTBOUND_NO_PROXY has ${entry}, which is not a host, address or CIDR, with or without a port`,
      ),
    ],
    [
      { SIGN_UP: 'domain', SIGN_UP_DOMAINS: 'Example.com,@b.example,exa mple.com,bücher.example' },
      ['"@b.example"', '"exa mple.com"'].map(
        (entry) => `SIGN_UP_DOMAINS has ${entry}, which is not a domain such as example.com`,
      ),
    ],
    [
      {
        TOKEN_ISSUERS:
          'https://a.example/t, http://localhost:1, http://b.example, https://c.example?x, https://u:p@d.example, e',
      },
      [
        'TOKEN_ISSUERS has "http://b.example", which does not begin with https://',
        'TOKEN_ISSUERS has "https://c.example?x", which has a query or a fragment',
        'TOKEN_ISSUERS has "https://u:p@d.example", which has a user name or a password',
        'TOKEN_ISSUERS has "e", which is not a URL',
      ],
    ],
    [
      { HTTP_PORT: '80a', ADMIN_KEY: 'short' },
      ['HTTP_PORT must be an integer, or must be off, is "80a"', 'ADMIN_KEY must have 32 characters or more'],
    ],
  ])('%j', (environment, problems) => {
    expect(problemsOf(environment as Record<string, string>)).toEqual(problems);
  });

  test('reads the standard tracing variables, and disables tracing without a collector', () => {
    expect(readConfig({ OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeUndefined();
    const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
    expect(readConfig({ ...base, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
    expect(
      readConfig({
        ...base,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc%3D, x-tenant = one',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }).tracing,
    ).toEqual({
      url: 'http://collector:4318/v1/traces',
      protocol: 'http/protobuf',
      headers: { authorization: 'Bearer abc=', 'x-tenant': 'one' },
      timeout: 10_000,
      resource: { 'deployment.environment': 'test', 'service.name': 'soapstone-gateway' },
      sampler: 'traceidratio',
      ratio: 0.25,
    });
    expect(readConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c.example/custom' }).tracing?.url).toBe(
      'https://c.example/custom',
    );
  });

  test('reports every problem at once without repeating secrets', () => {
    const problems = problemsOf({
      HTTPS_PORT: '0',
      HTTP_PORT: 'maybe',
      API_KEY_PEPPER: 'short-secret',
      DATABASE_URL: 'mysql://u:hidden@db',
      TLS_KEY_FILE: 'k.pem',
    });
    expect(problems).toHaveLength(6);
    expect(problems.join('\n')).not.toMatch(/short-secret|hidden/);
    expect(problems.join('\n')).toMatch(/DATABASE_URL must begin with postgres:\/\/ or postgresql:\/\//);
  });
});

// A start compiles them without this check.
test('the schemas of the settings are valid JSON schemas', () => {
  const ajv = new Ajv();
  expect([ajv.validateSchema({ type: 'object', properties }), ajv.errors]).toEqual([true, null]);
});

describe('email', () => {
  test('a server with STARTTLS, TLS from the first byte, and none', () => {
    expect(readConfig({}).mail).toBeUndefined();
    expect(
      readConfig({
        SMTP_URL: 'smtp://user%40a:p%3Aw%2F@mail.example',
        SMTP_FROM: 'Jane "of" Soapstone <gateway@mail.example>',
      }).mail,
    ).toMatchObject({
      host: 'mail.example',
      port: 587,
      tls: 'starttls',
      login: { user: 'user@a', password: 'p:w/' },
      from: { name: 'Jane of Soapstone', address: 'gateway@mail.example' },
    });
    expect(readConfig({ SMTP_URL: 'smtps://[::1]', SMTP_FROM: 'a@b' }).mail).toMatchObject({
      host: '::1',
      port: 465,
      tls: 'implicit',
      from: { name: '', address: 'a@b' },
    });
    expect(
      readConfig({ SMTP_URL: 'smtp://relay:25/', SMTP_FROM: 'a@b', SMTP_TLS: 'off' }).mail,
    ).toMatchObject({
      port: 25,
      tls: 'off',
    });
  });

  test.each([
    [{ SMTP_FROM: 'a@b' }, /^SMTP_URL is required with SMTP_FROM/],
    [{ SMTP_CA_FILE: 'ca.pem' }, /^SMTP_URL is required with SMTP_CA_FILE/],
    [{ SMTP_URL: 'smtp://a' }, /^SMTP_FROM is required with SMTP_URL/],
    [{ SMTP_URL: 'http://a', SMTP_FROM: 'a@b' }, /^SMTP_URL must begin with smtp:\/\/ or smtps:\/\/$/],
    [{ SMTP_URL: 'smtp://a/path', SMTP_FROM: 'a@b' }, /^SMTP_URL must be an address/],
    [{ SMTP_URL: 'smtp://user@a', SMTP_FROM: 'a@b' }, /^SMTP_URL must be an address/],
    [{ SMTP_URL: 'smtp://user:%@a', SMTP_FROM: 'a@b' }, /percent-encoded/],
    [{ SMTP_URL: 'smtp://user:%0d%0a@a', SMTP_FROM: 'a@b' }, /percent-encoded/],
    [{ SMTP_URL: 'smtp://a', SMTP_FROM: 'no address' }, /^SMTP_FROM cannot be used/],
    [{ SMTP_URL: 'smtp://a', SMTP_FROM: 'a@b\r\nBcc: c@d' }, /^SMTP_FROM cannot be used/],
    [
      { SMTP_URL: 'smtp://u:secret@a', SMTP_FROM: 'a@b', SMTP_TLS: 'off' },
      /^SMTP_TLS=off cannot be used with a login/,
    ],
  ])('%j', (environment, expected) => {
    const problems = problemsOf(environment as Record<string, string>);
    expect(
      problems.some((problem) => expected.test(problem)),
      problems.join(),
    ).toBe(true);
    expect(problems.join()).not.toContain('secret');
  });
});
