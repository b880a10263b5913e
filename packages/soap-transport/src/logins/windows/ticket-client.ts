import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { defined } from '@soapstone/options/defined';
import type { KerberosProfile } from '@soapstone/ws-security';
import { TransportError } from '../../transport-error.js';
import { loadGss } from './gss-library.js';
import type { TicketAnswer, TicketRequest, TicketStage } from './ticket-messages.js';
import { IDLE_MS, serveTickets } from './ticket-process.js';
import { createTickets } from './tickets.js';

/** The consumer of a token, and the service that it is for. */
export interface TicketUse {
  readonly account: string;
  readonly profile: KerberosProfile;
  /** The host of the service. */
  readonly host: string;
  /** Application data of the channel binding. */
  readonly binding: Uint8Array | undefined;
  /** Whether the service rejected the last token: then a new ticket is requested. */
  readonly fresh: boolean;
}

interface TicketProcess {
  readonly child: ChildProcess;
  readonly waiting: Map<
    number,
    { resolve(token: Uint8Array): void; reject(error: TransportError): void; account: string }
  >;
}

/** The maximum number of waiting requests per account. A KDC that does not respond blocks a thread for each. */
const MAX_PER_ACCOUNT = 64;

let running: TicketProcess | undefined;
let ids = 0;

/** Returns a token of Kerberos (RFC 4121) for one request. Rejects with `TransportError` `UPSTREAM_LOGIN_FAILED`. */
export function requestTicket({ account, profile, host, binding, fresh }: TicketUse): Promise<Uint8Array> {
  const { principal, password, keytab, servicePrincipal = `HTTP/${host}` } = profile;
  const realm = principal.slice(principal.lastIndexOf('@'));
  running ??= startProcess();
  const { child, waiting } = running;
  ids += 1;
  const request: TicketRequest = {
    id: ids,
    key: createHash('sha256')
      .update(JSON.stringify([account, principal, password, keytab]))
      .digest('base64'),
    principal,
    password,
    keytab: keytab === undefined ? undefined : Buffer.from(keytab, 'base64'),
    service: servicePrincipal.includes('@') ? servicePrincipal : `${servicePrincipal}${realm}`,
    binding,
    fresh,
  };
  const own = [...waiting.values()].filter((other) => other.account === account);
  if (own.length >= MAX_PER_ACCOUNT) return Promise.reject(noTicket('too many requests wait for the domain'));
  return new Promise((resolve, reject) => {
    waiting.set(request.id, { resolve, reject, account });
    child.channel?.ref();
    child.send(request, (error) => {
      if (error !== null) settle(running, { id: request.id, stage: 'unavailable', code: 0 });
    });
  });
}

function startProcess(): TicketProcess {
  const koffi = koffiFile();
  if (koffi === undefined) throw noTicket(PROBLEMS.unavailable);
  const { KRB5_CONFIG, LD_LIBRARY_PATH, TMPDIR } = process.env;
  const child = spawn(process.execPath, ['--eval', printProgram(koffi)], {
    // Hides the caches and keytabs of this machine, so that only the credentials of the profile are used.
    env: {
      ...defined({ KRB5_CONFIG, LD_LIBRARY_PATH, TMPDIR }),
      KRB5CCNAME: 'MEMORY:none',
      KRB5_CLIENT_KTNAME: 'MEMORY:none',
      KRB5_KTNAME: 'MEMORY:none',
      UV_THREADPOOL_SIZE: '32',
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const started: TicketProcess = { child, waiting: new Map() };
  const end = (): void => {
    if (running === started) running = undefined;
    for (const id of [...started.waiting.keys()]) settle(started, { id, stage: 'unavailable', code: 0 });
  };
  child.on('message', (answer: TicketAnswer) => settle(started, answer));
  child.once('error', end);
  child.once('exit', end);
  // It does not keep this process alive; calls that wait for it do.
  child.unref();
  child.channel?.unref();
  return started;
}

/** The source text of the process. Bundles have no file for it, so its functions use nothing but their arguments and Node. */
export function printProgram(koffi: string): string {
  return `(${serveTickets})(() => (${createTickets})((${loadGss})(${JSON.stringify(koffi)})), ${IDLE_MS})`;
}

function settle(from: TicketProcess | undefined, answer: TicketAnswer): void {
  const waiter = from?.waiting.get(answer.id);
  from?.waiting.delete(answer.id);
  if (from?.waiting.size === 0) from.child.channel?.unref();
  if ('token' in answer) waiter?.resolve(answer.token);
  else waiter?.reject(noTicket(problemOf(answer)));
}

function koffiFile(): string | undefined {
  for (const place of [import.meta.url, `${process.cwd()}/package.json`]) {
    try {
      return createRequire(place).resolve('koffi');
    } catch {
      // Not there.
    }
  }
  return undefined;
}

const PROBLEMS: Readonly<Record<TicketStage, string>> = {
  unavailable:
    'Kerberos is not installed on this machine; its operator can add it: the package koffi of npm (`npm install koffi`) and MIT Kerberos (Debian: libgssapi-krb5-2)',
  realm: 'the krb5.conf of this machine does not name the realm; its operator can add it to [realms]',
  client: 'the domain issues no ticket for the principal',
  service: 'the domain issues no ticket for the service',
};

/** Errors of libkrb5 and of KDCs (RFC 4120 §7.5.9). */
const CODES: Readonly<Record<number, string>> = {
  [-1765328383]: 'the account has expired',
  [-1765328378]: 'the principal is unknown',
  [-1765328377]: 'the service principal is unknown',
  [-1765328370]: 'the domain supports none of the encryption types of this machine',
  [-1765328366]: 'the account is disabled or locked',
  [-1765328361]: 'the password has expired',
  [-1765328360]: 'the password is wrong',
  [-1765328353]: 'the password or the key is wrong',
  [-1765328347]: 'the clock of this machine differs too much from the domain',
  [-1765328230]: 'the realm has no KDC in krb5.conf',
  [-1765328228]: 'no KDC of the realm can be reached',
  [-1765328189]: 'the keytab has no key of the principal',
  [-1765328203]: 'the keytab has no key of the principal',
};

function problemOf({ stage, code }: { readonly stage: TicketStage; readonly code: number }): string {
  const reason = CODES[code] ?? (code === 0 ? undefined : `Kerberos error ${code}`);
  return reason === undefined ? PROBLEMS[stage] : `${PROBLEMS[stage]}: ${reason}`;
}

function noTicket(why: string): TransportError {
  return new TransportError({
    code: 'UPSTREAM_LOGIN_FAILED',
    phase: 'connect',
    message: `cannot log in to the upstream: ${why}`,
  });
}
