import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { createMetrics, type MetricSources } from './metrics.js';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
const RULES = join(folder, 'prometheus/soapstone.rules.yaml');
const promtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
);
if (!promtool)
  process.stderr.write('promtool is not installed: rules of Prometheus are not checked with it\n');

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
}
interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}
const rules = (
  parse(await readFile(RULES, 'utf8')) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] }
).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(await readFile(join(folder, 'grafana/soapstone.json'), 'utf8')) as Dashboard;
const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Returns the names of the metrics that a gateway serves. */
async function servedNames(): Promise<ReadonlySet<string>> {
  const sources: MetricSources = {
    connections: () => ({ open: 1, refused: 1 }),
    transport: () =>
      ({ sockets: 1, breakers: [{ state: 'open' }] }) as unknown as ReturnType<MetricSources['transport']>,
    catalog: () => ({ bytes: 1, services: 1 }) as ReturnType<MetricSources['catalog']>,
    mapping: () =>
      ({ waiting: 1, jobs: 1, seconds: 1, restarts: 1 }) as unknown as ReturnType<MetricSources['mapping']>,
    security: () => ({ waiting: 1 }),
    certificates: () => ({ ending: 1, ended: 1 }),
    tlsEnd: () => 1_800_000_000_000,
    degraded: () => true,
    degradedDecisions: () => 1,
    refusedCalls: () => 1,
  };
  const text = await createMetrics(sources).print();
  expect(text).toContain('soapstone_tls_certificate_end_seconds{use="server"} 1800000000');
  return new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
}

test('the rules and the dashboard ask for metrics that the gateway serves', async () => {
  const served = await servedNames();
  const asked = [...rules.map(({ expr }) => expr), ...queries].flatMap((expr) => [
    ...expr.matchAll(/\b(?:soapstone_|nodejs_|process_)\w+/g),
  ]);
  const names = new Set(asked.map(([name]) => name.replace(/_bucket$/, '')));
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter((name) => !served.has(name))).toEqual([]);
  const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
  const used = rules.flatMap(({ expr }) => [...expr.matchAll(/\bsoapstone:[\w:]+/g)].map(([name]) => name));
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !recorded.has(name))).toEqual([]);
});

test('panels of the dashboard have titles and ids of their own', () => {
  const { panels } = dashboard;
  expect(panels.length).toBeGreaterThan(10);
  for (const member of ['id', 'title'] as const)
    expect(new Set(panels.map((panel) => panel[member])).size).toBe(panels.length);
});

test.skipIf(!promtool)('promtool accepts the rules, and their tests pass', async () => {
  expect((await run('promtool', ['check', 'rules', RULES])).stdout).toMatch(/SUCCESS: \d+ rules found/);
  const tested = await run('promtool', [
    'test',
    'rules',
    join(folder, 'prometheus/soapstone.rules.test.yaml'),
  ]);
  expect(tested.stdout).toContain('SUCCESS');
});

test.skipIf(!promtool)('promtool accepts the queries of the dashboard', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'soapstone-queries-'));
  const file = join(directory, 'queries.yaml');
  // Grafana fills these in.
  const filled = queries.map((expr) => expr.replaceAll('$__rate_interval', '1m'));
  const group = { name: 'queries', rules: filled.map((expr, index) => ({ record: `query:${index}`, expr })) };
  await writeFile(file, stringify({ groups: [group] }));
  const { stdout } = await run('promtool', ['check', 'rules', file]);
  expect(stdout).toContain(`SUCCESS: ${queries.length} rules found`);
  await rm(directory, { recursive: true });
});
