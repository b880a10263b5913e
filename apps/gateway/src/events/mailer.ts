import { readFile } from 'node:fs/promises';
import { defined } from '@soapstone/options/defined';
import type { MailConfig } from '../config/mail-config.js';
import { StartError } from '../config/start-error.js';
import { readMailAddress } from '../domain/accounts/mail-address.js';
import type { printMail } from './mail-text.js';

/** An email to one person. */
export interface MailMessage extends ReturnType<typeof printMail> {
  readonly to: string;
  /** The same for each attempt, so that a mail server can tell a repetition. */
  readonly id: string;
}

/** Hands emails over to the mail server. */
export interface Mailer {
  /**
   * Sends one email. Resolves to undefined if the server accepted it, otherwise to why not. Never rejects.
   *
   * @param signal ends the attempt
   */
  send(message: MailMessage, signal: AbortSignal): Promise<MailFailure | undefined>;
}

/** Why an email was not sent. */
export interface MailFailure {
  /** The reply code of the server, such as `550`, or a code such as `ETIMEDOUT`. */
  readonly code: string;
  /** `message`: the server refuses this email or its recipient. `server`: no email can be sent at the moment. */
  readonly concerns: 'message' | 'server';
  /** Whether another attempt is useless. */
  readonly isFinal: boolean;
  /** For the log of the operator. */
  readonly cause: unknown;
}

/** How long an attempt may take, in milliseconds. Shorter than the right to send lasts. */
const DEADLINE = 25_000;
const CONNECT = 10_000;
/** The largest response of a mail server in bytes. */
const RESPONSE = 64 * 1024;

/**
 * Creates the mailer of a configuration, and loads its library.
 *
 * @throws {StartError} if the file with the CA certificates cannot be read
 */
export async function createMailer({ host, port, tls, login, caFile, from }: MailConfig): Promise<Mailer> {
  const [{ createTransport }, ca] = await Promise.all([import('nodemailer'), readAuthorities(caFile)]);
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    tls: { minVersion: 'TLSv1.2', ...defined({ ca }) },
    // Never without the login, even if the server does not ask for it.
    forceAuth: login !== undefined,
    ...(login !== undefined && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: CONNECT,
    greetingTimeout: CONNECT,
    socketTimeout: CONNECT,
    dnsTimeout: CONNECT,
    maxResponseSize: RESPONSE,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.indexOf('@') + 1);
  return {
    async send({ to, id, subject, text, html }, signal) {
      const address = readMailAddress(to);
      if (address === undefined)
        return { code: 'EADDRESS', concerns: 'message', isFinal: true, cause: undefined };
      try {
        await transport.sendMail({
          from,
          to: { name: '', address },
          // Commands to the server never come from a header.
          envelope: { from: from.address, to: [address] },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]),
        });
        return undefined;
      } catch (error) {
        return explain(error);
      }
    },
  };
}

/** Says what a failure concerns, by the code of nodemailer and the reply of the server (RFC 5321 §4.2). */
function explain(error: unknown): MailFailure {
  const { code, responseCode, command } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  // The server talks about the recipient or the message, not about the login or the sender.
  const isAboutMessage = responseCode !== undefined && /^(RCPT|DATA)/.test(command ?? '');
  return {
    code: String(responseCode ?? code ?? 'EUNKNOWN').slice(0, 40),
    concerns: isAboutMessage ? 'message' : 'server',
    isFinal: isAboutMessage && responseCode >= 500,
    cause: error,
  };
}

async function readAuthorities(caFile: string | undefined): Promise<string | undefined> {
  if (caFile === undefined) return undefined;
  try {
    return await readFile(caFile, 'utf8');
  } catch (error) {
    throw new StartError(`SMTP_CA_FILE cannot be read (${(error as Error).message})`, error);
  }
}
