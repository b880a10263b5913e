import type { Door } from '../door.js';
import { type Kind, kind } from '../kind.js';
import { integer } from '../members.js';

/** How long a message is valid. */
export interface TimestampProfile {
  /** Seconds from Created to Expires. Default 300. */
  readonly ttlSeconds?: number | undefined;
}

/** A `wsu:Timestamp` in the `wsse:Security` block. */
export const timestamp: Kind<TimestampProfile> = kind<TimestampProfile>('timestamp', {
  runsOn: 'fetch',
  members: { ttlSeconds: integer(1, 86_400) },
});

/** The texts for people. */
export const timestampDoor: Door = {
  title: 'Timestamp in the message',
  description: 'WS-Security Timestamp: the service rejects older messages',
  client: 'usernameToken',
  cli: [
    { flags: '--timestamp', help: 'add a WS-Security Timestamp', at: '', value: 'switch', group: 'message' },
  ],
  form: {
    fields: [
      {
        member: 'ttlSeconds',
        label: 'Valid for',
        description: 'In seconds. Empty: five minutes.',
        input: 'seconds',
      },
    ],
  },
};
