import { type Door, NAME_AND_PASSWORD } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { NO_COLON, PLAIN_TEXT, secret, text } from '../members.js';

/**
 * HTTP Digest authentication (RFC 7616) with SHA-256 or MD5 and `qop=auth`. The password is not sent, but anyone who sees a request can try
 * passwords against it, so use https: as well.
 *
 * @example
 * ```ts
 * const credentials = { digest: { username: 'ada', password } };
 * ```
 */
export interface DigestProfile {
  /** Without a colon, which would begin the realm. */
  readonly username: string;
  readonly password: string;
}

/** HTTP Digest authentication. */
export const digest: Kind<DigestProfile> = kind<DigestProfile>('digest', {
  runsOn: 'node',
  scheme: 'Digest',
  members: { username: text(1024, NO_COLON), password: secret(1024, PLAIN_TEXT) },
  required: ['username', 'password'],
});

/** The texts for people. */
export const digestDoor: Door = {
  title: 'User name and password (Digest)',
  description: 'HTTP Digest authentication: the password itself is not sent',
  client: 'digest',
  cli: [
    {
      flags: '--http-digest <name:password>',
      help: 'HTTP Digest authentication',
      at: '',
      value: 'pair',
      group: 'access',
    },
  ],
  form: { fields: NAME_AND_PASSWORD },
};
