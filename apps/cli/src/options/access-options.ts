import { type Command, InvalidArgumentError, Option } from 'commander';

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
export const ACCESS_NAMES = [
  'credentials',
  'user',
  'ntlm',
  'kerberos',
  'keytab',
  'header',
  'cert',
  'key',
  'ca',
  'insecure',
  'lenientHttp',
] as const satisfies readonly (keyof AccessOptions)[];

/**
 * Adds the options for access to a server.
 *
 * @param server the server that they apply to; default: the SOAP server, and the server of a WSDL at a URL
 */
export function addAccessOptions(command: Command, server?: string): Command {
  return command
    .optionsGroup(server === undefined ? 'Options:' : `Options for ${server}:`)
    .option('--credentials <file>', `a JSON file with credentials`)
    .option('--user <name:password>', 'HTTP Basic authentication')
    .option('--ntlm <domain\\name:password>', 'Windows authentication with NTLMv2')
    .option('--kerberos <name@realm:password>', 'Windows authentication with Kerberos')
    .option('--keytab <file>', 'the keytab of --kerberos, in place of a password')
    .addOption(
      new Option('--header <name: value>', 'an HTTP header of each request; may be repeated')
        .argParser(collectHeader)
        .default({}, 'none'),
    )
    .option('--cert <file>', 'a TLS client certificate: PEM, or PKCS#12 (.p12, .pfx)')
    .option('--key <file>', 'the private key of --cert in PEM (default: in the same file)')
    .option('--ca <file>', 'trust these certificate authorities (PEM) instead of the public ones')
    .option('--insecure', 'accept any TLS certificate of the server')
    .option('--lenient-http', 'read responses that break the syntax of HTTP, as old servers write them')
    .optionsGroup('Options:');
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
