/** The reason why the gateway cannot start, in one sentence for the operator: the file or port, and the fix. */
export class StartError extends Error {
  override readonly name = 'StartError';

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/**
 * Returns the text to print for an error that ended the start: one sentence if the machine or the configuration is the cause, a stack only
 * for a bug.
 */
export function describeStartFailure(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code, message, syscall, path, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `port ${port ?? ''} is taken by another program: set HTTPS_PORT and HTTP_PORT to free ports`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `port ${port ?? ''} may not be used by this user: set HTTPS_PORT and HTTP_PORT to ports above 1023`;
  }
  if (syscall !== undefined && path !== undefined) {
    return `${path} cannot be used (${message}): give this user permission to read and write it, or set DATA_DIR to another folder`;
  }
  if (code?.startsWith('ERR_SSL') || code?.startsWith('ERR_OSSL')) {
    return `the certificate cannot be used (${message}): check TLS_CERT_FILE and TLS_KEY_FILE`;
  }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') {
    return `the database or Redis cannot be reached (${message}): check DATABASE_URL and REDIS_URL`;
  }
  return error instanceof Error ? (error.stack ?? message) : String(error);
}
