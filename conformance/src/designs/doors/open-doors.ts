import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClientSource, elementSignature } from '@soapstone/client';
import type { Design } from '@soapstone/json-xml-mapper/design';
import { createRestApi } from '@soapstone/rest';
import { startServing } from '../../../../apps/cli/src/serve/serve.js';
import { testTerminal } from '../../../../apps/cli/src/testing/run-command.js';
import type { GatewayUnderTest } from '../../../../apps/gateway/src/testing/gateway-under-test.js';
import { createOwner, type OwnerClient } from '../../../../apps/gateway/src/testing/owner-client.js';

/** A request to a path below the base of the routes. */
export interface DoorRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A response; its `location` and the target of its `link` are paths below the base. */
export interface DoorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** One of the ways in which a service with a design is served. */
export interface Door {
  readonly name: string;
  send(request: DoorRequest): Promise<DoorAnswer>;
  close(): Promise<void>;
}

/** A service with its design. */
export interface DesignedService {
  /** The documents by file name; the first is the WSDL. */
  readonly documents: Readonly<Record<string, string>>;
  readonly design: Design;
  readonly endpoint: string;
  /** The key that signs elements, in PEM. */
  readonly key?: { readonly certificate: string; readonly privateKey: string } | undefined;
}

/** The documents of a service as `createRestApi` takes them. */
export function sourceOf(documents: DesignedService['documents']): ClientSource {
  const [only = '', ...others] = Object.values(documents);
  return others.length === 0 ? only : documents;
}

/** The same for the management API of the gateway. */
export function filesOf(
  documents: DesignedService['documents'],
): readonly { readonly path: string; readonly content: string }[] {
  return Object.entries(documents).map(([path, text]) => ({
    path,
    content: Buffer.from(text).toString('base64'),
  }));
}

/** Opens every door of a service: the routes of a gateway, `createRestApi` and `soapstone serve`. */
export async function openDoors(
  service: DesignedService,
  under: GatewayUnderTest,
  owner: OwnerClient,
): Promise<readonly Door[]> {
  return [await openGateway(service, under, owner), await openRest(service), await openServe(service)];
}

/** An owner on a plan that has GET. */
export async function createDoorOwner(under: GatewayUnderTest): Promise<OwnerClient> {
  const owner = await createOwner(under);
  await under.gateway.store.accounts.update(owner.accountId, (account) => ({ ...account, plan: 'Pro' }));
  await under.gateway.changes.announce(owner.accountId);
  return owner;
}

async function openGateway(
  { documents, design, endpoint, key }: DesignedService,
  under: GatewayUnderTest,
  owner: OwnerClient,
): Promise<Door> {
  const made = await owner.send('POST', '/api/manage/services', {
    files: filesOf(documents),
    settings: { endpoint },
    design,
  });
  if (made.status !== 201) throw new Error(`the gateway refuses the design: ${made.text}`);
  const { slug, serviceId } = made.json<{ slug: string; serviceId: string }>();
  if (key !== undefined) {
    const set = await owner.send('PUT', `/api/manage/services/${serviceId}/credentials`, {
      elementSignature: key,
    });
    if (set.status >= 300) throw new Error(`the gateway refuses the key: ${set.text}`);
  }
  const { key: apiKey } = await under.createKey(owner.accountId);
  const base = `/apis/${owner.accountId}/${slug}${design.base ?? ''}`;
  return {
    name: 'gateway',
    async send({ method, path, headers, body }) {
      const {
        status,
        headers: all,
        text,
      } = await under.send(base + path, {
        method,
        headers: { 'X-API-Key': apiKey, ...headers },
        ...(body !== undefined && { body }),
      });
      return answerOf(status, all as Readonly<Record<string, string>>, text, base, path);
    },
    async close() {
      await owner.send('DELETE', `/api/manage/services/${serviceId}`);
    },
  };
}

async function openRest({ documents, design, endpoint, key }: DesignedService): Promise<Door> {
  const security = key && elementSignature(key);
  const client = { design, endpoint, ...(security && { security }) };
  const api = await createRestApi(sourceOf(documents), { client, onError: () => undefined });
  const base = `/apis${design.base ?? ''}`;
  return {
    name: 'createRestApi',
    async send({ method, path, headers = {}, body }) {
      const init = { method, headers, ...(body !== undefined && { body }) };
      const response = await api.fetch(new Request(`http://x${base}${path}`, init));
      const text = await response.text();
      return answerOf(response.status, Object.fromEntries(response.headers), text, base, path);
    },
    close: () => api.close(),
  };
}

async function openServe({ documents, design, endpoint, key }: DesignedService): Promise<Door> {
  const cwd = mkdtempSync(join(tmpdir(), 'soapstone-doors-'));
  for (const [file, text] of Object.entries(documents)) writeFileSync(join(cwd, file), text);
  writeFileSync(join(cwd, 'design.json'), JSON.stringify(design));
  writeFileSync(join(cwd, 'certificate.pem'), key?.certificate ?? '');
  writeFileSync(join(cwd, 'key.pem'), key?.privateKey ?? '');
  const served = await startServing(
    ['service.wsdl'],
    {
      port: 0,
      header: {},
      design: 'design.json',
      endpoint,
      ...(key && { signElementCert: 'certificate.pem', signElementKey: 'key.pem' }),
    },
    { terminal: testTerminal({ cwd }).terminal, exitCode: 0 },
  );
  const [{ slug = '' } = {}] = served.services;
  const base = `/apis/local/${slug}${design.base ?? ''}`;
  const { port } = new URL(served.url);
  return {
    name: 'soapstone serve',
    // `fetch` would correct the path.
    send: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const options = { port, host: '127.0.0.1', method, path: base + path, headers: { ...headers } };
        const request = httpRequest(options, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          const all = response.headers as Readonly<Record<string, string>>;
          response.on('error', reject);
          response.on('end', () => resolve(answerOf(response.statusCode ?? 0, all, text, base, path)));
        });
        request.on('error', reject);
        request.end(body);
      }),
    async close() {
      await served.close();
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}

/** Paths of headers begin below the base, wherever a door is. */
function answerOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
  base: string,
  path: string,
): DoorAnswer {
  const { location, link, ...others } = headers;
  // `createRestApi` has references that are relative to the request.
  const below = (target: string): string =>
    new URL(target, `http://x${base}${path}`).href.slice(`http://x${base}`.length);
  const [, next] = /^<([^>]*)>; rel="next"$/.exec(link ?? '') ?? [];
  return {
    status,
    headers: {
      ...others,
      ...(location !== undefined && { location: below(location) }),
      ...(next !== undefined && { link: below(next) }),
    },
    text,
  };
}
