import type { Door } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { integer, text } from '../members.js';

/**
 * A SAML assertion that requests carry (WS-Security SAML Token Profile 1.1). The assertion itself says how it is confirmed: a `bearer`
 * assertion is only sent; for one that says `holder-of-key` or `sender-vouches`, `signature` of the profile signs the message, and
 * names its key by the assertion in the first case.
 *
 * @example
 * ```ts
 * const credentials = { timestamp: {}, saml: { assertion: await readFile('assertion.xml', 'utf8') } };
 * ```
 */
export interface SamlProfile {
  /**
   * The `Assertion` of SAML 1.1 or 2.0 as XML, unchanged since its issuer signed it, or an `EncryptedAssertion`, which is sent as
   * a bearer assertion. Up to 262,144 characters.
   */
  readonly assertion: string;
  /** How far the clocks may differ, 0 to 3,600 seconds: an assertion is still sent this long after it expired. Default 60. */
  readonly clockSkewSeconds?: number | undefined;
}

/** A SAML assertion. The secrets in it are found in its XML, by what reads the assertion. */
export const saml: Kind<SamlProfile> = kind<SamlProfile>('saml', {
  runsOn: 'crypto',
  members: { assertion: text(262_144), clockSkewSeconds: integer(0, 3_600) },
  required: ['assertion'],
});

/** The texts for people. */
export const samlDoor: Door = {
  title: 'SAML assertion',
  description: 'A SAML 1.1 or 2.0 assertion that its issuer signed',
  client: 'samlAssertion',
  cli: [
    {
      flags: '--saml <file>',
      help: 'send the SAML assertion in this file',
      at: '',
      value: 'file',
      group: 'message',
    },
  ],
  form: {
    fields: [
      {
        member: 'assertion',
        label: 'Assertion (XML)',
        description: 'Holder-of-key and sender-vouches assertions need a signature of the message too',
        input: 'text-file',
        accept: '.xml',
        missing: 'Choose the file with the assertion',
      },
    ],
  },
};
