import { randomBytes } from 'node:crypto';

/** Secrets that occur nowhere else, so that any copy of one is a leak. */
export interface Canaries {
  /** Creates a secret of this kind. */
  make(kind: string): string;
  /** Adds a secret that was created elsewhere. */
  add(kind: string, secret: string): void;
  readonly kinds: readonly string[];
  /** Returns the kinds of secrets that occur in `haystack` in any form, each as `where: kind`. */
  find(where: string, haystack: Uint8Array | string): string[];
}

export function createCanaries(): Canaries {
  const secrets = new Map<string, readonly Buffer[]>();
  return {
    make(kind) {
      const secret = `canary${randomBytes(15).toString('hex')}`;
      secrets.set(kind, formsOf(secret));
      return secret;
    },
    add(kind, secret) {
      secrets.set(kind, formsOf(secret));
    },
    get kinds() {
      return [...secrets.keys()];
    },
    find(where, haystack) {
      const bytes = typeof haystack === 'string' ? Buffer.from(haystack) : Buffer.from(haystack);
      return [...secrets]
        .filter(([, forms]) => forms.some((form) => bytes.includes(form)))
        .map(([kind]) => `${where}: ${kind}`);
    },
  };
}

/** Returns the forms of a secret: unchanged, in hexadecimal, and inside base64 at any offset. */
function formsOf(secret: string): readonly Buffer[] {
  const forms = [secret, Buffer.from(secret).toString('hex')];
  for (let offset = 0; offset < 3; offset += 1) {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64');
    // The characters at both ends contain bits of the neighbours too.
    const inner = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + secret.length) * 8) / 6));
    forms.push(inner, inner.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...new Set(forms)].map((form) => Buffer.from(form));
}
