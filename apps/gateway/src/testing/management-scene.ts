import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startUserDirectory, type UserDirectory } from '@soapstone/testing/user-directory';
import { afterAll, beforeAll, expect } from 'vitest';
import { type GatewayUnderTest, startUnderTest } from './gateway-under-test.js';
import { envelope, type HostileUpstream, startHostileUpstream } from './hostile-upstream.js';
import type { Answer } from './https-client.js';
import type { OwnerClient } from './owner-client.js';
import type { SetUp } from './set-ups.js';

const ADMIN_KEY = 'an admin key of at least thirty-two characters';
const folder = new URL('../../../../examples/user-directory/', import.meta.url);

/** A service in the response to its registration. */
export interface RegisteredAnswer {
  readonly serviceId: string;
  readonly slug: string;
}

/** An uploaded document in the form that the API accepts. */
interface UploadedFile {
  readonly path: string;
  readonly content: string;
}

/** A gateway that is managed over HTTPS, with node-soap's server and a scripted server to register. */
export interface ManagementScene {
  readonly soap: UserDirectory;
  readonly upstream: HostileUpstream;
  readonly under: GatewayUnderTest;
  /** The documents of the example service. */
  readonly wsdl: string;
  readonly xsd: string;
  /** Sends a request with the operator's key. */
  admin(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Returns the documents in the form of an upload, with the given ones replaced. */
  files(wsdl?: string, xsd?: string): readonly UploadedFile[];
  /** Registers the example service from its files. */
  register(owner: OwnerClient, over?: object): Promise<RegisteredAnswer>;
  /** Creates a key for calls. */
  liveKey(owner: OwnerClient): Promise<{ readonly id: string; readonly key: string }>;
  /** Calls ListUsers. */
  call(
    owner: OwnerClient,
    service: RegisteredAnswer,
    key: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
}

/** The default response of the scripted upstream: one user for every request. */
export function answerListUsers(_request: IncomingMessage, response: ServerResponse): void {
  response.end(
    envelope('<ListUsersResponse xmlns="urn:example:user-directory"><total>1</total></ListUsersResponse>'),
  );
}

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/**
 * Starts the servers and uploads the documents for the tests of the surrounding `describe`. `options`: of the gateway, see
 * `startUnderTest`.
 */
export function setManagementScene(
  setUp: SetUp,
  options?: Parameters<typeof startUnderTest>[1],
): ManagementScene {
  const scene = {} as { -readonly [Member in keyof ManagementScene]: ManagementScene[Member] };
  beforeAll(async () => {
    [scene.soap, scene.upstream, scene.under, scene.wsdl, scene.xsd] = await Promise.all([
      startUserDirectory(),
      startHostileUpstream(),
      startUnderTest({ ADMIN_KEY, ...(await setUp.start()) }, options),
      readFile(new URL('user-directory.wsdl', folder), 'utf8'),
      readFile(new URL('user-directory.xsd', folder), 'utf8'),
    ]);
    scene.upstream.answer = answerListUsers;
  });
  afterAll(async () => {
    await scene.under?.stop();
    await scene.soap?.stop();
    await scene.upstream?.stop();
    await setUp.stop();
  });

  scene.admin = (method, path, body) =>
    scene.under.send(path, {
      method,
      headers: { Authorization: `Bearer ${ADMIN_KEY}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  scene.files = (wsdl = scene.wsdl, xsd = scene.xsd) => [
    { path: 'user-directory.wsdl', content: base64(wsdl) },
    { path: 'user-directory.xsd', content: base64(xsd) },
  ];
  scene.register = async (owner, over = {}) => {
    const answer = await owner.send('POST', '/api/manage/services', { files: scene.files(), ...over });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([201, expect.any(String)]);
    return answer.json<RegisteredAnswer>();
  };
  scene.liveKey = async (owner) =>
    (await owner.send('POST', '/api/manage/keys', { name: 'ci' })).json<{ id: string; key: string }>();
  scene.call = (owner, service, key, headers = {}) =>
    scene.under.send(`/api/v1/${owner.accountId}/${service.slug}/ListUsers`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      body: '{}',
    });
  return scene;
}
