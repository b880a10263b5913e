import { StartError } from '../../config/start-error.js';

/** The remedy for a refusal by PostgreSQL, by its SQLSTATE. */
const HELP: Readonly<Record<string, string>> = {
  '3D000': 'create the database, or correct its name in DATABASE_URL',
  '28P01': 'correct the user and the password in DATABASE_URL',
  '28000':
    'correct the user in DATABASE_URL, or let pg_hba.conf of the server admit it (with TLS: sslmode=require)',
  '53300': 'raise max_connections of the server; each process of the gateway uses up to 10',
  '57P03': 'wait until the server is ready, and start again',
  '08P01':
    'check DATABASE_URL; behind pgbouncer, set ignore_startup_parameters = extra_float_digits,options,statement_timeout',
};

/** The codes of certificates that Node does not accept. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/;

/**
 * Returns one sentence for a connection that PostgreSQL, or TLS on the way to it, refuses: what was refused, the setting and what helps. Any other
 * error is returned as it is.
 */
export function explainRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const {
    code = '',
    severity,
    syscall,
    path,
  } = error as NodeJS.ErrnoException & { readonly severity?: string };
  const reason = error.message;
  if (syscall === 'open' && path !== undefined) {
    const help = 'correct sslrootcert, sslcert or sslkey in DATABASE_URL';
    return refused(`${path} cannot be read`, code, help, error);
  }
  // SQLSTATE class 42 and others are mistakes of a statement, and so of this program.
  if (severity === 'FATAL' || severity === 'PANIC') {
    return refused('PostgreSQL refuses the connection', reason, HELP[code] ?? 'check DATABASE_URL', error);
  }
  if (CERTIFICATE.test(code)) {
    const help =
      'add sslrootcert=/path/ca.pem to DATABASE_URL, or set NODE_EXTRA_CA_CERTS; its host must be one that the certificate names';
    return refused('TLS to PostgreSQL fails', reason, help, error);
  }
  if (/does not support SSL/i.test(reason)) {
    return refused(
      'PostgreSQL has no TLS',
      reason,
      'remove sslmode from DATABASE_URL, or turn TLS on there',
      error,
    );
  }
  if (/^SASL|^SCRAM|client password must be/i.test(reason)) {
    return refused('PostgreSQL asks for a password', reason, 'add one to DATABASE_URL', error);
  }
  if (/^Connection terminated|^timeout expired|^timeout exceeded/i.test(reason)) {
    return refused('PostgreSQL does not answer', reason, 'check the host and port in DATABASE_URL', error);
  }
  return error;
}

function refused(what: string, reason: string, help: string, cause: Error): StartError {
  // A server can write anything into its reason.
  const said = reason.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 300);
  return new StartError(`${what} (${said}): ${help}`, cause);
}
