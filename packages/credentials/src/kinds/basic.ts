import { type Door, NAME_AND_PASSWORD } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { NO_COLON, PLAIN_TEXT, secret, text } from '../members.js';

/** HTTP Basic authentication (RFC 7617), UTF-8. */
export interface BasicProfile {
  /** Without a colon, which would begin the password. */
  readonly username: string;
  readonly password: string;
}

/** HTTP Basic authentication. */
export const basic: Kind<BasicProfile> = kind<BasicProfile>('basic', {
  runsOn: 'fetch',
  scheme: 'Basic',
  members: { username: text(8192, NO_COLON), password: secret(8192, PLAIN_TEXT) },
  required: ['username', 'password'],
});

/** The texts for people. */
export const basicDoor: Door = {
  title: 'User name and password',
  description: 'Sent with each call over HTTP (Basic authentication)',
  client: 'basic',
  cli: [
    {
      flags: '--user <name:password>',
      help: 'HTTP Basic authentication',
      at: '',
      value: 'pair',
      group: 'access',
    },
  ],
  form: { fields: NAME_AND_PASSWORD },
};
