import { randomBytes } from 'node:crypto';

/** Secrets that each occur nowhere else in the world, and where each of them was given. */
export interface Canaries {
  /** A new secret of this kind. */
  make(kind: string): string;
  /** A secret that was made by somebody else. */
  add(kind: string, secret: string): void;
  readonly kinds: readonly string[];
  /** The kinds of which a form occurs in `haystack`, each as `where: kind`. */
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

/** The secret as it is, in hexadecimal digits, and inside a longer text in base64, wherever it begins there. */
function formsOf(secret: string): readonly Buffer[] {
  const forms = [secret, Buffer.from(secret).toString('hex')];
  for (let offset = 0; offset < 3; offset += 1) {
    const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString('base64');
    // The characters at both ends hold bits of the neighbours too.
    const inner = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + secret.length) * 8) / 6));
    forms.push(inner, inner.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...new Set(forms)].map((form) => Buffer.from(form));
}
