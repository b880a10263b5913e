/** What the option `compatibility` can do about a refusal. */
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
  /** What it risks, as a clause without brackets and full stop. */
  readonly risk: string;
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
    risk: 'of nothing',
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
    risk: 'of nothing',
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
  const { option, risk } = ADVICE[remedy];
  return ` (option "${option}" allows it with ${values}, at the risk ${risk})`;
}

/** Matches the end of a message that names an option of the transport. Its first group is the name of the option. */
export const OPTION_HINT: RegExp = / \(option "([A-Za-z.]{1,60})" (?:reads|allows) it[^()]{0,400}\)/;
