import { generate } from 'selfsigned';
import { beforeAll } from 'vitest';
import type { Answer } from './https-client.js';
import { type ManagementScene, type RegisteredAnswer, setManagementScene } from './management-scene.js';
import { createOwner, type OwnerClient } from './owner-client.js';
import type { SetUp } from './set-ups.js';

/** A certificate and its key, in PEM. */
export interface Identity {
  readonly certificate: string;
  readonly privateKey: string;
}

/** Creates a self-signed certificate named `signer`. */
export async function createIdentity(): Promise<Identity> {
  const made = await generate([{ name: 'commonName', value: 'signer' }], {
    keySize: 2048,
    algorithm: 'sha256',
  });
  return { certificate: made.cert, privateKey: made.private };
}

/** A response that rejects credentials. */
export interface Refusal {
  readonly error: {
    readonly type: string;
    readonly code: string;
    readonly details: readonly { readonly path: string; readonly message: string }[];
  };
}

/** An owner with a service in front of the scripted upstream, and its credentials. */
export interface CredentialsScene {
  readonly management: ManagementScene;
  readonly owner: OwnerClient;
  readonly service: RegisteredAnswer;
  readonly one: Identity;
  readonly other: Identity;
  /** Stores these credentials. */
  put(profile: unknown): Promise<Answer>;
  /** Returns the kinds of credentials that the page of the service shows. */
  shown(): Promise<string[]>;
}

/** Starts the servers for the tests of the surrounding `describe`. The members are set before the first test. */
export function setCredentialsScene(setUp: SetUp): CredentialsScene {
  const management = setManagementScene(setUp);
  const scene = { management } as { -readonly [Member in keyof CredentialsScene]: CredentialsScene[Member] };
  beforeAll(async () => {
    [scene.one, scene.other] = await Promise.all([createIdentity(), createIdentity()]);
    scene.owner = await createOwner(management.under);
    scene.service = await management.register(scene.owner, {
      settings: { endpoint: management.upstream.address },
    });
  });
  const path = () => `/api/manage/services/${scene.service.serviceId}`;
  scene.put = (profile) => scene.owner.send('PUT', `${path()}/credentials`, profile);
  scene.shown = async () =>
    (await scene.owner.send('GET', path())).json<{ secrets: { credentialKinds: string[] } }>().secrets
      .credentialKinds;
  return scene;
}
