import { type Logger, pino } from 'pino';

/** What is written of one call. An allow-list: a header, a body or a key has no place to stand. */
export interface CallRecord {
  readonly requestId: string;
  readonly method: string;
  readonly status: number;
  readonly latencyMs: number;
  readonly accountId?: string;
  readonly keyId?: string;
  readonly serviceId?: string;
  readonly operation?: string;
  readonly type?: string;
  readonly code?: string;
  /** Present for answers with a result. */
  readonly cached?: boolean;
  /** Of an error; written for failures of ours and of the network only, because it may quote what was sent. */
  readonly cause?: unknown;
}

/** Where calls are written down. */
export interface CallLog {
  call(record: CallRecord): void;
}

/** The log of the process, one JSON object per line. */
export interface Log extends CallLog {
  info(message: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
  warn(message: string, fields?: Readonly<Record<string, string | number | boolean>>): void;
  error(message: string, error: unknown): void;
}

/** The longest text that one field of a line holds. */
const FIELD = 1024;

/** `level` as in the configuration. `write` takes the lines; default standard output. */
export function createLog(level: string, write?: { write(line: string): void }): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  const logger: Logger = write === undefined ? pino(options) : pino(options, write);
  return {
    call({ cause, ...record }) {
      const fields = Object.fromEntries(
        Object.entries(record).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.slice(0, FIELD) : value,
        ]),
      );
      if (record.type === 'INTERNAL_ERROR') logger.error({ ...fields, error: describe(cause) }, 'call');
      else logger.info(fields, 'call');
    },
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, error) => logger.error({ error: describe(error) }, message),
  };
}

/** Name, message and stack of an error and its causes: an error's other properties may hold anything. */
function describe(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error).slice(0, FIELD);
  const code = (error as NodeJS.ErrnoException).code;
  return {
    name: error.name,
    message: error.message.slice(0, FIELD),
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack?.slice(0, 4 * FIELD),
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
  };
}
