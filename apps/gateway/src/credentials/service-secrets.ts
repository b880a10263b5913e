import { type JsonObject, parseJson } from '@soapstone/json-xml-mapper';
import type { CredentialProfile } from '@soapstone/ws-security';
import { SealError, type SealedPlace, type Sealer } from '../domain/seal.js';
import type { Store } from '../store/store.js';
import { certificateEnds } from './certificate-expiry.js';
import type { ServiceProxyLogin } from './service-proxies.js';
import { readProfile, type StoredProfile } from './stored-profile.js';

/** The secrets of a service: sent to its upstream, never shown to callers. */
export interface ServiceSecrets {
  readonly credentials?: CredentialProfile;
  readonly headers?: StoredHeaders;
  /** The login at the proxy of the service. */
  readonly proxyLogin?: ServiceProxyLogin;
  /** The login at the server of the WSDL, if it differs from that of calls. */
  readonly wsdlLogin?: WsdlLogin;
  /** The secrets that the design of the service names, by their names. Absent if there is none. */
  readonly design?: ReadonlyMap<string, string>;
}

/** A login at the server of a WSDL. */
export interface WsdlLogin {
  /** The origin that it is for: a WSDL that moves elsewhere is fetched without it. */
  readonly origin: string;
  readonly credentials: Pick<CredentialProfile, 'basic' | 'headers' | 'ca'>;
}

/** SOAP header blocks that are added to every call (HD-3). */
export interface StoredHeaders {
  /** By key, as in `$headers`. */
  readonly blocks: JsonObject;
  /** Keys that callers cannot override. */
  readonly locked: readonly string[];
}

/** The names under which they are sealed. */
const SECRET_FIELDS = ['credentials', 'headers', 'proxyLogin', 'wsdlLogin'] as const;
/** Before the name of a secret of a design, of which each is sealed apart. */
const DESIGN_PREFIX = 'design/';
export type SecretField = (typeof SECRET_FIELDS)[number];
/** The field of a secret of a design. */
export type DesignSecretField = `${typeof DESIGN_PREFIX}${string}`;

/** How many secrets a design may use, and how long each may be in characters. */
export const DESIGN_SECRET_LIMITS = { secrets: 100, length: 16_384 } as const;

/** Returns the field under which a secret of a design is sealed. */
export function designSecretField(name: string): DesignSecretField {
  return `${DESIGN_PREFIX}${name}`;
}

/** Returns the names of the secrets of designs among sealed fields, sorted. */
export function designSecretNames(fields: Iterable<string>): readonly string[] {
  return [...fields]
    .filter((field) => field.startsWith(DESIGN_PREFIX))
    .map((field) => field.slice(DESIGN_PREFIX.length))
    .sort();
}

/** Unseals the secrets of a service. Throws `SealError` on failure, because a call without its secrets would be a different call. */
export async function loadServiceSecrets(
  store: Store,
  sealer: Sealer,
  accountId: string,
  serviceId: string,
): Promise<ServiceSecrets> {
  const sealed = await store.secrets.find(accountId, serviceId);
  const open = (field: SecretField | DesignSecretField): string | undefined => {
    const text = sealed.get(field);
    return text === undefined ? undefined : sealer.open(text, { accountId, serviceId, field });
  };
  const [credentials, headers, proxyLogin, wsdlLogin] = SECRET_FIELDS.map(open);
  const design = designSecretNames(sealed.keys()).map((name) => {
    const value: string = JSON.parse(open(designSecretField(name)) as string);
    return [name, value] as const;
  });
  return {
    ...(credentials === undefined ? {} : { credentials: readProfile(JSON.parse(credentials)) }),
    ...(headers === undefined ? {} : { headers: readHeaders(headers) }),
    ...(proxyLogin === undefined ? {} : { proxyLogin: readProfile(JSON.parse(proxyLogin)) }),
    ...(wsdlLogin === undefined ? {} : { wsdlLogin: JSON.parse(wsdlLogin) as WsdlLogin }),
    ...(design.length === 0 ? {} : { design: new Map(design) }),
  };
}

/** Returns the login for a WSDL at `url`, unless it is for another server. */
export function loginFor(url: string, login: WsdlLogin | undefined): WsdlLogin['credentials'] | undefined {
  return URL.canParse(url) && login?.origin === new URL(url).origin ? login.credentials : undefined;
}

/** Seals a secret and stores it; `undefined` removes it. */
export async function storeServiceSecret(
  store: Store,
  sealer: Sealer,
  place: SealedPlace & { readonly field: SecretField | DesignSecretField },
  value: unknown,
): Promise<void> {
  if (value === undefined || value === null) return store.secrets.delete(place);
  // The value has been validated, so it can be read like a stored one.
  const ends = place.field === 'credentials' ? certificateEnds(readProfile(value as StoredProfile)) : [];
  await store.secrets.set(place, sealer.seal(JSON.stringify(value), place), ends);
}

/** Stored header blocks are JSON in the same form as `$headers`: wide numbers keep their digits. */
function readHeaders(text: string): StoredHeaders {
  const { blocks, locked } = parseJson(text) as unknown as StoredHeaders;
  return { blocks, locked };
}

/** The outcome of resealing. */
export interface Rotation {
  /** Secrets that are now sealed by the current key. */
  readonly moved: number;
  /** One for each secret that cannot be opened, usually because its key is not configured. Such secrets stay as they are. */
  readonly failures: readonly SealError[];
}

/** Reseals every secret that is sealed by an old key. */
export async function rotateSecrets(store: Store, sealer: Sealer): Promise<Rotation> {
  let moved = 0;
  const failures: SealError[] = [];
  for (const { place, sealed } of await store.secrets.list()) {
    try {
      const rewrapped = sealer.rewrap(sealed, place);
      if (rewrapped !== sealed && (await store.secrets.replace(place, sealed, rewrapped))) moved += 1;
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      failures.push(error);
    }
  }
  return { moved, failures };
}
