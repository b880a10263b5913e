import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key that seals secrets, and the id by which sealed texts refer to it. */
export interface SealingKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Where a sealed text is stored. It can be opened only in this place, so a row copied to another tenant stays sealed. */
export interface SealedPlace {
  readonly accountId: string;
  readonly serviceId: string;
  readonly field: string;
}

/** Seals texts with AES-256-GCM, each under its own key, which the sealing key wraps. */
export interface Sealer {
  seal(plain: string, place: SealedPlace): string;
  /** Throws `SealError` if the text was modified, belongs elsewhere, or its key is unknown. */
  open(sealed: string, place: SealedPlace): string;
  /** Returns the same secret sealed under the current key; the text itself if it already is. Throws `SealError`. */
  rewrap(sealed: string, place: SealedPlace): string;
}

/** A sealed text cannot be opened. The message never contains any part of it. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

const VERSION = 'v1';

/** Creates a sealer. The first of `keys` seals; all of them can unseal. */
export function createSealer(keys: readonly SealingKey[]): Sealer {
  const [current] = keys;
  if (current === undefined) throw new SealError('no sealing key is configured');
  const byId = new Map(keys.map((key) => [key.id, key]));

  function unwrap(sealed: string, place: SealedPlace): { keyId: string; dataKey: Buffer; content: string } {
    const [version, keyId = '', wrapped = '', content = '', ...rest] = sealed.split('.');
    if (version !== VERSION || rest.length > 0) throw new SealError('not a sealed text');
    const key = byId.get(keyId);
    if (key === undefined) throw new SealError(`the sealing key ${JSON.stringify(keyId)} is not configured`);
    return { keyId, dataKey: decrypt(wrapped, key.key, aad(place, keyId)), content };
  }

  function assemble(dataKey: Buffer, content: string, place: SealedPlace): string {
    const wrapped = encrypt(dataKey, current!.key, aad(place, current!.id));
    return [VERSION, current!.id, wrapped, content].join('.');
  }

  return {
    seal(plain, place) {
      const dataKey = randomBytes(32);
      return assemble(dataKey, encrypt(Buffer.from(plain), dataKey, aad(place, 'content')), place);
    },
    open(sealed, place) {
      const { dataKey, content } = unwrap(sealed, place);
      return decrypt(content, dataKey, aad(place, 'content')).toString('utf8');
    },
    rewrap(sealed, place) {
      const { keyId, dataKey, content } = unwrap(sealed, place);
      return keyId === current.id ? sealed : assemble(dataKey, content, place);
    },
  };
}

/** JSON delimits the parts, so that no two places have the same bytes. */
function aad(place: SealedPlace, role: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, role, place.accountId, place.serviceId, place.field]));
}

function encrypt(plain: Buffer, key: Buffer, additional: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additional);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

function decrypt(packed: string, key: Buffer, additional: Buffer): Buffer {
  const bytes = Buffer.from(packed, 'base64url');
  // Base64 can spell the same bytes in several ways; only the original spelling is accepted.
  if (bytes.length < 28 || bytes.toString('base64url') !== packed) throw new SealError('not a sealed text');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(additional).setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  } catch {
    throw new SealError('the sealed text was changed, or belongs elsewhere');
  }
}
