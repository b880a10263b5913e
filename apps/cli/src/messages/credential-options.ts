import type { CredentialProfile } from '@soapstone/soap-transport';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** The credential options. */
export interface CredentialOptions {
  readonly user?: readonly [string, string];
  readonly usernameToken?: readonly [string, string];
  readonly digest?: true;
  readonly timestamp?: true;
  readonly header: Readonly<Record<string, string>>;
}

/** Adds the credential options. */
export function addCredentialOptions(command: Command): Command {
  return command
    .option('--user <name:password>', 'HTTP Basic authentication', readPair)
    .option('--username-token <name:password>', 'a WS-Security UsernameToken', readPair)
    .option('--digest', 'send the password of the UsernameToken as a digest')
    .option('--timestamp', 'add a WS-Security Timestamp')
    .addOption(
      new Option(
        '--header <name: value>',
        'an HTTP header of the request to the SOAP server; may be repeated',
      )
        .argParser(collectHeader)
        .default({}, 'none'),
    );
}

/** The options as a credential profile; `undefined` if there are none. */
export function credentialsOf(options: CredentialOptions): CredentialProfile | undefined {
  const { user, usernameToken, header } = options;
  const profile: CredentialProfile = {
    ...(user === undefined ? {} : { basic: { username: user[0], password: user[1] } }),
    ...(usernameToken === undefined
      ? {}
      : {
          usernameToken: {
            username: usernameToken[0],
            password: usernameToken[1],
            type: options.digest === true ? ('digest' as const) : ('text' as const),
          },
        }),
    ...(options.timestamp === undefined ? {} : { timestamp: {} }),
    ...(Object.keys(header).length === 0 ? {} : { headers: header }),
  };
  return Object.keys(profile).length === 0 ? undefined : profile;
}

function readPair(text: string): readonly [string, string] {
  const at = text.indexOf(':');
  if (at < 1) throw new InvalidArgumentError('expected name:password.');
  return [text.slice(0, at), text.slice(at + 1)];
}

function collectHeader(text: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  const at = text.indexOf(':');
  if (at < 1) throw new InvalidArgumentError('expected "Name: value".');
  const header = { [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
  return { ...headers, ...header };
}
