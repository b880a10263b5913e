import type { Compatibility, WeakCipher } from '../old-servers.js';

/** The remedy that the option `compatibility` is for a refusal. */
export type CompatibilityRemedy =
  | 'minimum-tls'
  | 'legacy-renegotiation'
  | 'weak-ciphers'
  | 'header-names'
  | 'connection-close'
  | 'http-1.0'
  | 'identity-encoding';

/** A member of `compatibility`, as every door names it. */
export interface CompatibilityAdvice {
  /** The name of the option or setting: `compatibility.minimumTls`. */
  readonly option: string;
  /** Its values, as a phrase: `"1.1" or "1.0"`. */
  readonly values: string;
  /** Its risk, as a phrase after "at the risk" without brackets and full stop. Absent if it risks nothing. */
  readonly risk?: string;
}

const ADVICE: Readonly<Record<CompatibilityRemedy, CompatibilityAdvice>> = {
  'minimum-tls': {
    option: 'compatibility.minimumTls',
    values: '"1.1" or "1.0"',
    risk: 'that someone on the path breaks the old version of TLS, and reads and changes messages',
  },
  'legacy-renegotiation': {
    option: 'compatibility.legacyRenegotiation',
    values: 'true',
    risk: 'that someone on the path puts a request of their own before yours',
  },
  'weak-ciphers': {
    option: 'compatibility.weakCiphers',
    values: '["DH-1024"], ["RSA-1024"] or ["SHA-1"]',
    risk: 'that someone on the path computes the key, or forges a certificate, and reads and changes messages',
  },
  'header-names': {
    option: 'compatibility.headerNames',
    values: '"specification"',
  },
  'connection-close': {
    option: 'compatibility.connection',
    values: '"close"',
    risk: 'of slower calls, each with a connection of its own',
  },
  'http-1.0': {
    option: 'compatibility.http',
    values: '"1.0"',
    risk: 'that a response without Content-Length is cut off unnoticed, and of slower calls',
  },
  'identity-encoding': {
    option: 'compatibility.encoding',
    values: '"identity"',
  },
};

/** Whether a remedy is a member of `compatibility`. */
export function isCompatibilityRemedy(remedy: string | undefined): remedy is CompatibilityRemedy {
  return remedy !== undefined && Object.hasOwn(ADVICE, remedy);
}

/**
 * Returns the member of `compatibility` that would let a refused call pass. `undefined` for other remedies.
 *
 * @example
 * ```ts
 * compatibilityAdvice('minimum-tls')?.option; // 'compatibility.minimumTls'
 * ```
 */
export function compatibilityAdvice(remedy: string | undefined): CompatibilityAdvice | undefined {
  return isCompatibilityRemedy(remedy) ? ADVICE[remedy] : undefined;
}

/**
 * The end of a message of the transport, in the terms of its options. Each door replaces it with `OPTION_HINT` by its own words.
 *
 * @param values the values that help; default: all of the member
 */
export function optionHint(remedy: CompatibilityRemedy, values: string = ADVICE[remedy].values): string {
  return ` (option "${ADVICE[remedy].option}" allows it with ${values}${atRisk(remedy)})`;
}

/** The risk of a remedy, as the end of a sentence; empty if there is none. */
export function atRisk(remedy: CompatibilityRemedy): string {
  const { risk } = ADVICE[remedy];
  return risk === undefined ? '' : `, at the risk ${risk}`;
}

/** Matches the end of a message that names an option of the transport. Its first group is the name of the option. */
export const OPTION_HINT: RegExp = / \(option "([A-Za-z.]{1,60})" (?:reads|allows) it[^()]{0,400}\)/;

const NAMED_CIPHER = /allows it with \["(DH-1024|RSA-1024|SHA-1)"\]/;

/**
 * Returns a profile with the least that a refusal asks for on top of it; undefined if the profile has it already.
 *
 * @param message the message of the refusal, which names a weak cipher
 *
 * @example
 * ```ts
 * withRemedy({ minimumTls: '1.1' }, 'minimum-tls', error.message); // { minimumTls: '1.0' }
 * ```
 */
export function withRemedy(
  profile: Compatibility,
  remedy: CompatibilityRemedy,
  message: string,
): Compatibility | undefined {
  const add = (more: Compatibility): Compatibility | undefined => {
    const [[name, value] = []] = Object.entries(more);
    return profile[name as keyof Compatibility] === value ? undefined : { ...profile, ...more };
  };
  switch (remedy) {
    case 'minimum-tls':
      return add({ minimumTls: profile.minimumTls === undefined ? '1.1' : '1.0' });
    case 'legacy-renegotiation':
      return add({ legacyRenegotiation: true });
    case 'weak-ciphers': {
      const name = NAMED_CIPHER.exec(message)?.[1] as WeakCipher | undefined;
      const { weakCiphers = [] } = profile;
      return name === undefined || weakCiphers.includes(name)
        ? undefined
        : { ...profile, weakCiphers: [...weakCiphers, name] };
    }
    case 'header-names':
      return add({ headerNames: 'specification' });
    case 'connection-close':
      return add({ connection: 'close' });
    case 'http-1.0':
      return add({ http: '1.0' });
    case 'identity-encoding':
      return add({ encoding: 'identity' });
  }
}
