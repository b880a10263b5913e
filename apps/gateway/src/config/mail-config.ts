import { readMailAddress } from '../domain/accounts/mail-address.js';
import type { Environment } from './schema/settings.js';

/** The server that email is sent through, and the sender. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** `implicit`: from the first byte; `starttls`: before the login and the message, or nothing is sent; `off`: never. */
  readonly tls: 'implicit' | 'starttls' | 'off';
  readonly login?: { readonly user: string; readonly password: string };
  /** The file of CA certificates (PEM). */
  readonly caFile?: string | undefined;
  readonly from: MailSender;
}

/** The sender of email. */
export interface MailSender {
  /** Empty if there is none. */
  readonly name: string;
  readonly address: string;
}

/** The ports for submission (RFC 6409, RFC 8314). */
const PORTS = { 'smtp:': 587, 'smtps:': 465 };

/** The mail server that the settings name; undefined if there is none. Call it only if `findMailProblems` finds none. */
export function readMail(env: Environment): MailConfig | undefined {
  const url = parse(env.SMTP_URL);
  const from = readSender(env.SMTP_FROM ?? '');
  if (url === undefined || from === undefined) return undefined;
  const { protocol, port, username, password } = url;
  const isImplicit = protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? PORTS[isImplicit ? 'smtps:' : 'smtp:'] : Number(port),
    tls: isImplicit ? 'implicit' : env.SMTP_TLS === 'off' ? 'off' : 'starttls',
    ...(username !== '' && {
      login: { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    }),
    caFile: env.SMTP_CA_FILE,
    from,
  };
}

/** Returns a sentence for each problem of the settings for email. None repeats the address of the server, because it may hold a password. */
export function findMailProblems({
  SMTP_URL: given,
  SMTP_FROM: from,
  SMTP_TLS: tls,
  SMTP_CA_FILE: caFile,
}: Environment): string[] {
  if (given === undefined) {
    return [
      ...(from === undefined
        ? []
        : ['SMTP_URL is required with SMTP_FROM: no email is sent without a server']),
      ...(caFile === undefined
        ? []
        : ['SMTP_URL is required with SMTP_CA_FILE: an address of a mail server']),
    ];
  }
  const problems: string[] = [];
  const url = parse(given);
  if (url === undefined)
    problems.push(
      'SMTP_URL must be an address such as smtp://mail.example.com or smtps://USER:PASSWORD@mail.example.com, with special characters of the password percent-encoded',
    );
  if (from === undefined) problems.push('SMTP_FROM is required with SMTP_URL: the sender of email');
  else if (readSender(from) === undefined)
    problems.push(
      'SMTP_FROM cannot be used with SMTP_URL: it must be an address such as gateway@example.com or Name <gateway@example.com>',
    );
  if (tls === 'off' && url !== undefined && url.username !== '')
    problems.push(
      'SMTP_TLS=off cannot be used with a login in SMTP_URL: anyone on the way could read the password',
    );
  if (tls === 'off' && caFile !== undefined)
    problems.push('SMTP_CA_FILE cannot be used with SMTP_TLS=off: there is no certificate to check');
  return problems;
}

/** Parses the address of a server: a host, with a port and a login at most. */
function parse(given: string | undefined): URL | undefined {
  if (given === undefined || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  const { hostname, pathname, search, hash, username, password } = url;
  if (hostname === '' || (pathname !== '' && pathname !== '/') || search !== '' || hash !== '')
    return undefined;
  if ((username === '') !== (password === '')) return undefined;
  try {
    // Neither SASL PLAIN nor LOGIN carries control characters.
    return /[\u0000-\u001f\u007f]/.test(decodeURIComponent(username + password)) ? undefined : url;
  } catch {
    return undefined;
  }
}

/** Parses `address` or `Name <address>`. */
function readSender(given: string): MailSender | undefined {
  const text = given.trim();
  if (/[\u0000-\u001f\u007f]/.test(text)) return undefined;
  const open = text.indexOf('<');
  if (open === -1) {
    const address = readMailAddress(text);
    return address === undefined ? undefined : { name: '', address };
  }
  if (!text.endsWith('>')) return undefined;
  const address = readMailAddress(text.slice(open + 1, -1));
  const name = text.slice(0, open).trim().replaceAll('"', '');
  return address === undefined ? undefined : { name, address };
}
