import type { GssLibrary, NativeFunction } from './gss-library.js';
import type { TicketRequest, TicketStage } from './ticket-messages.js';

interface Credential {
  readonly handle: unknown;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Why there is no token. */
export interface TicketFailure {
  readonly stage: TicketStage;
  /** The code of libkrb5; 0 where it has none. */
  readonly code: number;
}

/**
 * Creates Kerberos tokens. Each credential is acquired once, kept in its own cache in memory until shortly before it expires, and
 * never visible to another: no default cache or keytab is used. Runs in the process for tickets, from its source text.
 *
 * @returns the token of a request; rejects with `TicketFailure`
 */
export function createTickets(gss: GssLibrary): (request: TicketRequest) => Promise<Uint8Array> {
  const { mkdtempSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs');
  const { tmpdir } = process.getBuiltinModule('node:os');
  const { join } = process.getBuiltinModule('node:path');
  const { randomUUID } = process.getBuiltinModule('node:crypto');
  /** The maximum number of credentials kept. */
  const MOST = 200;
  /** The time in milliseconds before a wrong password is tried again: domains lock accounts after a few attempts. */
  const WAIT_MS = 30_000;
  /** `KRB5KDC_ERR_PREAUTH_FAILED` and `KRB5KRB_AP_ERR_BAD_INTEGRITY`. */
  const WRONG_PASSWORD: ReadonlySet<number> = new Set([-1765328360, -1765328353]);
  const MECHANISM = { length: 9, elements: Buffer.from('2a864886f712010202', 'hex') };
  const MECHANISMS = { count: 1, elements: [MECHANISM] };
  const PRINCIPAL_NAME = { length: 10, elements: Buffer.from('2a864886f71201020201', 'hex') };
  const INITIATE = 1;
  const INDEFINITE = 0xffff_ffff;
  const known = new Map<string, Promise<Credential>>();

  const bufferOf = (bytes: Uint8Array) => ({ length: bytes.length, value: bytes });
  const failure = (stage: TicketStage, code = 0): TicketFailure => ({ stage, code: code | 0 });

  /** Runs a function that may wait for a KDC, in a thread. Rejects unless it returns `GSS_S_COMPLETE`. */
  const run = (stage: TicketStage, func: NativeFunction, ...given: unknown[]): Promise<void> =>
    new Promise((resolve, reject) => {
      const minor = [0];
      func.async(minor, ...given, (error: unknown, major: number) => {
        if (error === null && major === 0) resolve();
        else reject(failure(stage, minor[0]));
      });
    });

  const realms = gss.readRealms();

  const withName = async <T>(
    stage: TicketStage,
    principal: string,
    use: (name: unknown) => Promise<T>,
  ): Promise<T> => {
    // DNS records of strangers would say where the KDC of any other realm is.
    const realm = principal.slice(principal.lastIndexOf('@') + 1);
    if (!realms.has(realm)) throw failure('realm');
    const name = [null];
    await run(stage, gss.importName, bufferOf(Buffer.from(principal)), PRINCIPAL_NAME, name);
    return use(name[0]).finally(() => gss.releaseName([0], name));
  };

  /** libkrb5 reads keytabs from files only. */
  const acquireFromKeytab = async (name: unknown, keytab: Uint8Array, handle: unknown[]): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), 'soapstone-keytab-'));
    try {
      const file = join(folder, 'keytab');
      writeFileSync(file, keytab, { mode: 0o600 });
      const elements = [
        { key: 'client_keytab', value: `FILE:${file}` },
        { key: 'ccache', value: `MEMORY:${randomUUID()}` },
      ];
      const store = { count: elements.length, elements };
      await run('client', gss.acquireFrom, name, INDEFINITE, MECHANISMS, INITIATE, store, handle, null, null);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  const acquire = ({ principal, password = '', keytab }: TicketRequest): Promise<Credential> =>
    withName('client', principal, async (name) => {
      const handle = [null];
      const lifetime = [0];
      if (keytab === undefined) {
        const secret = bufferOf(Buffer.from(password));
        const options = [INDEFINITE, MECHANISMS, INITIATE, handle, null, null];
        await run('client', gss.acquireWithPassword, name, secret, ...options);
      } else await acquireFromKeytab(name, keytab, handle);
      await run('client', gss.inquire, handle[0], null, lifetime, null, null);
      const seconds = Math.min(lifetime[0] ?? 0, 86_400);
      return { handle: handle[0], until: Date.now() + Math.max(seconds - 60, seconds / 2) * 1000 };
    });

  const drop = (key: string): void => {
    const old = known.get(key);
    known.delete(key);
    // Delayed, because another request may be using it.
    const release = ({ handle }: Credential): void => {
      setTimeout(() => gss.releaseCredential([0], [handle]), 60_000).unref();
    };
    old?.then(release, () => {});
  };

  const credentialOf = async (request: TicketRequest): Promise<Credential> => {
    const { key, fresh } = request;
    const present = known.get(key);
    if (present !== undefined && !fresh) {
      const credential = await present;
      if (Date.now() < credential.until) return credential;
    }
    const replaced = known.get(key);
    if (replaced !== undefined && replaced !== present) return replaced;
    drop(key);
    const made = acquire(request);
    known.set(key, made);
    made.catch(({ code }: TicketFailure) => {
      const forget = (): unknown => known.get(key) === made && known.delete(key);
      if (WRONG_PASSWORD.has(code)) setTimeout(forget, WAIT_MS).unref();
      else forget();
    });
    const [oldest] = known.keys();
    if (known.size > MOST && oldest !== undefined) drop(oldest);
    return made;
  };

  return async (request) => {
    const { handle } = await credentialOf(request);
    return withName('service', request.service, async (name) => {
      const context = [null];
      const token: { length: bigint | number; value: unknown }[] = [{ length: 0, value: null }];
      const none = { length: 0, value: null };
      const data = request.binding === undefined ? undefined : bufferOf(request.binding);
      const binding = data === undefined ? null : { a: 0, from: none, b: 0, to: none, data };
      try {
        // Without mutual authentication, one token is all; TLS says who the service is.
        const security = [MECHANISM, 0, 0, binding, null];
        await run('service', gss.initContext, handle, context, name, ...security, null, token, null, null);
        const { length, value } = token[0] ?? none;
        return gss.read(value, Number(length));
      } finally {
        gss.releaseBuffer([0], token);
        if (context[0] !== null) gss.deleteContext([0], context, null);
      }
    });
  };
}
