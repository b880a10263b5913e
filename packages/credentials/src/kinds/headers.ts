import { text as string } from '@soapstone/options';
import type { Door } from '../door.js';
import { type Kind, valueKind } from '../kind.js';
import { record, text } from '../members.js';

/** HTTP headers sent with each call, by name, such as an API key. Names that frame the message are not allowed. */
export type HeadersProfile = Readonly<Record<string, string>>;

/** HTTP headers sent with each call. `findRuleProblems` checks names and values together, so that a problem names its header. */
export const headers: Kind<HeadersProfile> = valueKind<HeadersProfile>('headers', {
  runsOn: 'fetch',
  value: record({ ...text(8192), check: string }, 20),
});

/** The texts for people. */
export const headersDoor: Door = {
  title: 'HTTP headers',
  description: 'Such as an API key that the service requires',
  client: 'header',
  cli: [
    {
      flags: '--header <name: value>',
      help: 'an HTTP header of each request; may be repeated',
      at: '',
      value: 'header',
      group: 'access',
    },
  ],
  form: { own: true },
};
