import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

// The judges are the schemas of the Kubernetes API and of the Gateway API, as classes of kubernetes-models.

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: { readonly selector?: { readonly matchLabels?: object } };
}
type Model = new (manifest: Manifest) => { validate(): void };

const folder = fileURLToPath(new URL('../../deploy/kubernetes/', import.meta.url));
const read = (file: string): string => readFileSync(folder + file, 'utf8');
const { resources } = parse(read('kustomization.yaml')) as { readonly resources: readonly string[] };
const kubectl = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });

async function assertValid(manifest: Manifest): Promise<void> {
  const { apiVersion, kind } = manifest;
  const library = apiVersion.startsWith('gateway.') ? '@kubernetes-models/gateway-api' : 'kubernetes-models';
  const models = (await import(`${library}/${apiVersion}`)) as Readonly<Record<string, Model>>;
  new models[kind]!(manifest).validate();
}

describe('the manifests for Kubernetes', () => {
  test.each(resources)('%s matches the schema of its kind', async (file) => {
    await assertValid(parse(read(file)) as Manifest);
  });

  test('the schemas reject what is wrong', async () => {
    const wrong = parse(read('service.yaml').replace('port: 80', 'port: http')) as Manifest;
    await expect(assertValid(wrong)).rejects.toThrow(/port/);
  });

  test.skipIf(kubectl.status !== 0)('kubectl renders them, and every one is valid', async () => {
    const manifests = parseAllDocuments(kubectl.stdout).map((each) => each.toJS() as Manifest);
    expect(manifests.map(({ kind }) => kind).sort()).toEqual([
      'ConfigMap',
      'Deployment',
      'HTTPRoute',
      'HorizontalPodAutoscaler',
      'Namespace',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
    ]);
    for (const manifest of manifests) await assertValid(manifest);
  });
});
