import { CLI_OPTIONS, type CliOption } from '@soapstone/credentials/doors';
import type { Compatibility } from '@soapstone/soap-transport';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readCompatibility, SWITCHES } from './compatibility.js';

/** Options for access to a server: HTTP authentication and TLS. `readCredentials` reads the files and variables that they name. */
export interface AccessOptions {
  readonly credentials?: string;
  readonly user?: string;
  readonly ntlm?: string;
  readonly kerberos?: string;
  readonly keytab?: string;
  readonly header?: Readonly<Record<string, string>>;
  readonly cert?: string;
  readonly key?: string;
  readonly ca?: string;
  readonly insecure?: true;
  readonly lenientHttp?: true;
  readonly compatibility?: Compatibility;
}

/** Access to a WSDL at a URL. */
export interface DocumentAccess {
  /** Credentials and TLS options, used only for the origin of the WSDL. */
  readonly access?: AccessOptions | undefined;
  /**
   * The address for calls, if the command line names one. If its origin differs from that of the WSDL, the credentials are only
   * used for calls.
   */
  readonly endpoint?: string | undefined;
}

/** The name of each option for access, as commander stores its value. */
export const ACCESS_NAMES: readonly (keyof AccessOptions)[] = [
  'credentials',
  ...(CLI_OPTIONS.filter(({ group }) => group === 'access').map(
    ({ name }) => name,
  ) as (keyof AccessOptions)[]),
  'insecure',
  'lenientHttp',
  'compatibility',
];

/**
 * Adds the options for access to a server.
 *
 * @param server the server that they apply to; default: the SOAP server, and the server of a WSDL at a URL
 */
export function addAccessOptions(command: Command, server?: string): Command {
  command
    .optionsGroup(server === undefined ? 'Options:' : `Options for ${server}:`)
    .option('--credentials <file>', `a JSON file with credentials`);
  return addKindOptions(command, 'access')
    .option('--insecure', 'accept any TLS certificate of the server')
    .option('--lenient-http', 'read responses that break the syntax of HTTP, as old servers write them')
    .option(
      '--compatibility <switches>',
      `what an old server needs: ${SWITCHES.join(', ')}`,
      readCompatibility,
    )
    .optionsGroup('Options:');
}

/** Adds the options of the table of credential kinds that belong to a group. */
export function addKindOptions(command: Command, group: CliOption['group']): Command {
  for (const { flags, help, value, ...option } of CLI_OPTIONS) {
    if (option.group !== group) continue;
    if (value === 'header') {
      command.addOption(new Option(flags, help).argParser(collectHeader).default({}, 'none'));
    } else command.option(flags, help);
  }
  return command;
}

/** The options for access among those of a command; `undefined` if none of them is set. */
export function accessOf(options: AccessOptions): AccessOptions | undefined {
  const given = ACCESS_NAMES.filter((name) => {
    const value = options[name];
    return value !== undefined && (name !== 'header' || Object.keys(value).length > 0);
  });
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map((name) => [name, options[name]]));
}

function collectHeader(text: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  const at = text.indexOf(':');
  if (at < 1) throw new InvalidArgumentError('expected "Name: value".');
  return { ...headers, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
}
