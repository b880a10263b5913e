import { assertOptions, type Check, callback, kindOf, wrong } from '@soapstone/options';
import type { Catalog } from './catalog/catalog.js';
import type { AgentResource } from './catalog/resources.js';
import type { ReadHeader } from './protocol/http-headers.js';
import type { ClientInfo } from './protocol/revisions.js';
import type { ServerInfo } from './protocol/write-answer.js';
import type { ToolOutcome } from './result/outcome.js';
import type { AgentOperation } from './service/agent-service.js';

/** Signals that the client cancelled a request; `AbortSignal` is one. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: CancelListener, options: { once: true }): void;
  removeEventListener(type: 'abort', listener: CancelListener): void;
}

/** The listener of a signal. */
export interface CancelListener {
  handleEvent(): void;
}

/** The parts of a server for one set of services. */
export interface AgentHost {
  readonly info: ServerInfo;
  /** The current catalog; read once per request. */
  catalog(): Catalog;
  /** Calls an operation. Failures are outcomes; it rejects only for a bug in the program. */
  call(call: ToolCall): Promise<ToolOutcome>;
  /**
   * The keys of an operation's input by their aliases, those that only a table turns back. Default: reads them from the operation. A host
   * needs it if the mappers of its catalog compile nothing.
   */
  readonly keys?: ((operation: AgentOperation) => Promise<ReadonlyMap<string, string>>) | undefined;
  /**
   * Leaves out the members of arguments that are null and may be left out, for a catalog with strict schemas. Default: `omitNulls`. A host
   * needs it if the mappers of its catalog compile nothing.
   */
  readonly omitNulls?: ((operation: AgentOperation, json: Uint8Array) => Promise<Uint8Array>) | undefined;
  /** Documents in addition to those of the catalog. */
  readonly resources?: readonly AgentResource[];
  /**
   * Calls `listener` when the catalog changes, and `end` if the host ends the subscription. Absent if the catalog never changes.
   *
   * @returns a function that ends the subscription
   */
  readonly onChange?: ((listener: () => void, end: () => void) => () => void) | undefined;
  /** How long clients may cache a listing, in milliseconds. Default 60,000. */
  readonly ttlMs?: number;
}

/** The transport details of one message. */
export interface MessageOptions {
  readonly signal: CancelSignal;
  /**
   * Sends a notification that belongs to the request, as JSON text on one line.
   *
   * @param droppable whether the notification may be dropped, such as a progress report when no further stream can be opened. Default false
   */
  notify(message: string, droppable?: boolean): void;
  /** The headers of the HTTP request; absent if the transport has none. */
  readonly header?: ReadHeader;
}

/** One call of an operation by an agent. */
export interface ToolCall {
  readonly operation: AgentOperation;
  /** The arguments as the original JSON text, so that no digit is lost. */
  readonly input: Uint8Array;
  /** Whether to create the SOAP request without sending it. */
  readonly dryRun: boolean;
  readonly client?: ClientInfo | undefined;
  readonly signal: CancelSignal;
  /** Reports progress to the client; absent if it did not ask for that. Has no effect once the call is answered. */
  readonly progress?: ((message: string) => void) | undefined;
}

/**
 * Throws an `OptionError` unless the arguments are a host and the options of a message. It runs for every message, so it builds an
 * explanation only on failure.
 */
export function assertMessageArguments(host: AgentHost, options: MessageOptions, what: string): void {
  const isHost = isObject(host) && isObject(host.info) && isFunction(host.catalog) && isFunction(host.call);
  if (!isHost) assertOptions(agentHost, host, what, 'host');
  if (!(isObject(options) && isObject(options.signal) && isFunction(options.notify)))
    assertOptions(messageOptions, options, what);
}

/** Accepts an `AgentHost`, which may be an instance of a class. */
const agentHost: Check = objectWith({ info: object, catalog: callback, call: callback });
/** Accepts `MessageOptions`. */
const messageOptions: Check = objectWith({ signal: object, notify: callback });

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function object(value: unknown): ReturnType<Check> {
  return isObject(value) ? [] : wrong(`expected an object, not ${kindOf(value)}`);
}

/** Checks only the named members, because a host may be an instance of a class with other members. */
function objectWith(checks: Readonly<Record<string, Check>>): Check {
  return (value) => {
    const problems = object(value);
    if (problems.length > 0) return problems;
    return Object.entries(checks).flatMap(([name, check]) =>
      check(Reflect.get(value as object, name)).map(({ expected }) => ({ path: `/${name}`, expected })),
    );
  };
}
