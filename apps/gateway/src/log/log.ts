import { type Logger, pino } from 'pino';
import type { Answers } from '../domain/service-settings.js';

/** The logged fields of one call. An allow-list: a header, a body or a key has no field. */
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
  /** The name that the client of an AI agent gives itself; `''` where it gives none. Nobody has checked it. */
  readonly agent?: string;
  /** Present for responses with a result. */
  readonly cached?: boolean;
  /** Present and true if the call used quota. */
  readonly charged?: boolean;
  /** The requested `service/operation`, if there is no such service or operation; truncated and unchecked. */
  readonly requested?: string;
  /** Present for a call that a mock or a recording answered, or that was recorded. */
  readonly answers?: Exclude<Answers, 'live'>;
  /** The cause of an error; logged only for internal and network failures, because it may quote what was sent. */
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
 * Lines that arrive during a write are written together with the next one, in pieces that a pipe shared with other processes writes
 * atomically. The rest is written at exit.
 */
const OUTPUT = { dest: 1, sync: false, maxWrite: 4_096 };

/** The maximum length of one field of a line. */
const FIELD = 1024;

/** `level` as in the configuration. `write` receives the lines; default standard output. */
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

/** Everything but the cause and the names in a stranger's request, which are for the owner alone. */
function callFields({ cause: _, requested: __, ...record }: CallRecord): Record<string, unknown> {
  return cleanFields(record);
}

/** `fields` itself, with each text cut to the maximum length of a field. */
function cleanFields(fields: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') fields[name] = legible(value, FIELD);
  }
  return fields;
}

/** Characters that JSON leaves as they are but that terminals or line readers act on: C1 controls, separators, direction marks. */
const UNSEEN = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

/** At most `length` characters of `text`, with invisible characters escaped. */
function legible(text: string, length: number): string {
  const cut = text.length > length ? text.slice(0, length) : text;
  if (!UNSEEN.test(cut)) return cut;
  return cut.replace(
    new RegExp(UNSEEN, 'g'),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The maximum number of logged causes of an error. */
const CAUSES = 4;

/** Name, message and stack of an error and its causes; its other properties may contain anything. */
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
