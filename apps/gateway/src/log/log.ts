import { type Logger, pino } from 'pino';
import type { Answers } from '../domain/services/service-settings.js';

/** The logged fields of one call. This is an allow-list: there is no field for a header, a body or a key. */
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
  /** The name that the client of an AI agent gives itself, unverified; `''` if it gives none. */
  readonly agent?: string;
  /** Present for responses with a result. */
  readonly cached?: boolean;
  /** Present and true if the call used quota. */
  readonly charged?: boolean;
  /** The requested `service/operation` if there is no such service or operation, truncated and unverified. */
  readonly requested?: string;
  /** Present if a mock or a recording answered the call, or if it was recorded. */
  readonly answers?: Exclude<Answers, 'live'>;
  /** The client's IP address: not logged, kept as the place of the last use of the key. */
  readonly address?: string;
  /** The cause of an error, logged only for internal and network failures, because it may quote what was sent. */
  readonly cause?: unknown;
}

/** The log of calls. */
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
 * Collects the lines that arrive during a write and writes them together, in pieces that are atomic on a pipe shared with other processes.
 * The rest is written at exit.
 */
const OUTPUT = { dest: 1, sync: false, maxWrite: 4_096 };

/** The maximum length of one field of a line. */
const FIELD = 1024;

/** Creates a log. `level` is as in the configuration; `write` receives the lines, by default on standard output. */
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
    info: (message, fields = {}) => logger.info(cleanFields({ ...fields }), legible(message, FIELD)),
    warn: (message, fields = {}) => logger.warn(cleanFields({ ...fields }), legible(message, FIELD)),
    error: (message, error) => logger.error({ error: describe(error) }, legible(message, FIELD)),
  };
}

/** Everything except the cause, and the names in an unverified request and the client's address, which are only for the owner. */
function callFields({
  cause: _,
  requested: __,
  address: ___,
  ...record
}: CallRecord): Record<string, unknown> {
  return cleanFields(record);
}

/** Truncates each text in `fields`, in place, to the maximum length of a field. */
function cleanFields(fields: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') fields[name] = legible(value, FIELD);
  }
  return fields;
}

/** Characters that JSON leaves as they are although terminals or line readers act on them: C1 controls, separators, direction marks. */
const UNSEEN = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

/** Returns at most `length` characters of `text`, with invisible characters escaped. */
function legible(text: string, length: number): string {
  const cut = text.length > length ? text.slice(0, length) : text;
  if (!UNSEEN.test(cut)) return cut;
  return cut.replace(
    new RegExp(UNSEEN, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The maximum number of causes of an error that are logged. */
const CAUSES = 4;

/** Returns the name, message and stack of an error and its causes. Other properties are omitted, because they may contain anything. */
function describe(error: unknown, causes = CAUSES): unknown {
  if (!(error instanceof Error)) return legible(String(error), FIELD);
  const code = (error as NodeJS.ErrnoException).code;
  return {
    name: legible(error.name, FIELD),
    message: legible(error.message, FIELD),
    ...(typeof code === 'string' ? { code: legible(code, FIELD) } : {}),
    stack: legible(error.stack ?? '', 4 * FIELD),
    ...(error.cause === undefined || causes === 0 ? {} : { cause: describe(error.cause, causes - 1) }),
  };
}
