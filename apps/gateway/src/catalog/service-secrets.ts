import { type JsonObject, parseJson } from '@soapstone/json-xml-mapper';
import { assertCredentialProfile, type CredentialProfile } from '@soapstone/soap-transport';
import type { SealedPlace, Sealer } from '../accounts/seal.js';
import type { Store } from '../store/store.js';

/** What a service shows to its upstream, and callers never see. */
export interface ServiceSecrets {
  readonly credentials?: CredentialProfile;
  readonly headers?: StoredHeaders;
}

/** Header blocks that every call carries (HD-3). */
export interface StoredHeaders {
  /** By key, as in `$headers`. */
  readonly blocks: JsonObject;
  /** Keys that callers cannot replace. */
  readonly locked: readonly string[];
}

/** The fields under which they are sealed. */
export const SECRET_FIELDS = ['credentials', 'headers'] as const;
export type SecretField = (typeof SECRET_FIELDS)[number];

/** Open the secrets of a service. Throws `SealError` where they cannot be opened: a call without them would be another call. */
export async function loadServiceSecrets(
  store: Store,
  sealer: Sealer,
  accountId: string,
  serviceId: string,
): Promise<ServiceSecrets> {
  const sealed = await store.secrets.find(accountId, serviceId);
  const open = (field: SecretField): string | undefined => {
    const text = sealed.get(field);
    return text === undefined ? undefined : sealer.open(text, { accountId, serviceId, field });
  };
  const [credentials, headers] = [open('credentials'), open('headers')];
  return {
    ...(credentials === undefined ? {} : { credentials: readCredentials(JSON.parse(credentials)) }),
    ...(headers === undefined ? {} : { headers: readHeaders(headers) }),
  };
}

/** Seal a secret and store it; `undefined` takes it away. Throws `TransportError` where a profile cannot be used. */
export async function storeServiceSecret(
  store: Store,
  sealer: Sealer,
  place: SealedPlace & { readonly field: SecretField },
  value: unknown,
): Promise<void> {
  if (value === undefined || value === null) return store.secrets.delete(place);
  if (place.field === 'credentials') readCredentials(value as StoredCredentials);
  await store.secrets.set(place, sealer.seal(JSON.stringify(value), place));
}

/** A profile as JSON can hold it: a PKCS#12 file in base64. */
type StoredCredentials = Omit<CredentialProfile, 'clientCertificate'> & {
  readonly clientCertificate?:
    | { readonly certificate: string; readonly privateKey: string; readonly passphrase?: string }
    | { readonly pfx: string; readonly passphrase?: string };
};

function readCredentials({ clientCertificate, ...rest }: StoredCredentials): CredentialProfile {
  const profile: CredentialProfile = {
    ...rest,
    ...(clientCertificate === undefined
      ? {}
      : {
          clientCertificate:
            'pfx' in clientCertificate
              ? { ...clientCertificate, pfx: Buffer.from(clientCertificate.pfx, 'base64') }
              : clientCertificate,
        }),
  };
  assertCredentialProfile(profile);
  return profile;
}

/** The members of stored header blocks are JSON of the same kind as `$headers`: wide numbers keep their digits. */
function readHeaders(text: string): StoredHeaders {
  const { blocks, locked } = parseJson(text) as unknown as StoredHeaders;
  return { blocks, locked };
}

/** Seal everything again that an old key seals. Resolves to how many secrets moved. */
export async function rotateSecrets(store: Store, sealer: Sealer): Promise<number> {
  let moved = 0;
  for (const { place, sealed } of await store.secrets.list()) {
    const rewrapped = sealer.rewrap(sealed, place);
    if (rewrapped !== sealed && (await store.secrets.replace(place, sealed, rewrapped))) moved += 1;
  }
  return moved;
}
