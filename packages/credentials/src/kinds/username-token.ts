import { type Door, NAME_AND_PASSWORD } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { choice, flag, secret, text, XML_TEXT } from '../members.js';

/** WS-Security UsernameToken Profile 1.0. */
export interface UsernameTokenProfile {
  readonly username: string;
  readonly password: string;
  /** `text`: the password in clear. `digest`: Base64(SHA-1(nonce + created + password)). */
  readonly type: 'text' | 'digest';
  /** Whether a `text` token carries a nonce. A digest always does. Default true. */
  readonly nonce?: boolean | undefined;
  /** Whether a `text` token carries `wsu:Created`. A digest always does. Default true. */
  readonly created?: boolean | undefined;
}

/** A UsernameToken in the `wsse:Security` block. */
export const usernameToken: Kind<UsernameTokenProfile> = kind<UsernameTokenProfile>('usernameToken', {
  runsOn: 'fetch',
  members: {
    username: text(8192, XML_TEXT),
    password: secret(8192, XML_TEXT),
    type: choice('text', 'digest'),
    nonce: flag,
    created: flag,
  },
  required: ['username', 'password', 'type'],
});

/** The texts for people. */
export const usernameTokenDoor: Door = {
  title: 'User name and password in the message',
  description: 'WS-Security UsernameToken: the password as text or as a digest',
  client: 'usernameToken',
  cli: [
    {
      flags: '--username-token <name:password>',
      help: 'a WS-Security UsernameToken',
      at: '',
      value: 'pair',
      group: 'message',
    },
    {
      flags: '--digest',
      help: 'send the password of the UsernameToken as a digest',
      at: '/type',
      value: 'switch',
      group: 'message',
    },
  ],
  form: {
    fields: [
      ...NAME_AND_PASSWORD,
      {
        member: 'type',
        label: 'Password format',
        input: 'choice',
        choices: [
          { value: 'digest', label: 'Digest (password not sent in clear)' },
          { value: 'text', label: 'Text (only over an encrypted connection)' },
        ],
      },
    ],
  },
};
