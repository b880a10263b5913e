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

/**
 * Lines that come while a write is on its way go out together with the next one, in pieces that a pipe shared with other
 * processes takes as a whole. What is left is written at exit.
 */
const OUTPUT = { dest: 1, sync: false, maxWrite: 4_096 };

/** The longest text that one field of a line holds. */
const FIELD = 1024;

/** `level` as in the configuration. `write` takes the lines; default standard output. */
export function createLog(level: string, write?: { write(line: string): void }): Log {
  const options = {
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  const logger: Logger = pino(options, write ?? pino.destination(OUTPUT));
  return {
    call(record) {
      const failed = record.type === 'INTERNAL_ERROR';
      if (!logger.isLevelEnabled(failed ? 'error' : 'info')) return;
      const fields = callFields(record);
      if (failed) logger.error({ ...fields, error: describe(record.cause) }, 'call');
      else logger.info(fields, 'call');
    },
    info: (message, fields = {}) => logger.info(fields, message),
    warn: (message, fields = {}) => logger.warn(fields, message),
    error: (message, error) => logger.error({ error: describe(error) }, message),
  };
}

/** Everything but the cause, each text cut to what one field holds. */
function callFields({ cause: _, ...record }: CallRecord): Record<string, unknown> {
  const fields: Record<string, unknown> = record;
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' && value.length > FIELD) fields[name] = value.slice(0, FIELD);
  }
  return fields;
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
