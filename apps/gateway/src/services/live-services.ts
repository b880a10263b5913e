import type { Mapper, ValidationProblem } from '@soapstone/json-xml-mapper';
import type { ProvidedToken } from '@soapstone/json-xml-mapper/design';
import type { ProxyOption } from '@soapstone/soap-transport';
import type { ServiceSecrets } from '../credentials/service-secrets.js';
import type { Account } from '../domain/accounts/account.js';
import type { Recording, RecordingUpload } from '../domain/calls/recording.js';
import type { ToolFinding } from '../domain/services/agent-access.js';
import type { RegisteredService, ServiceRevision } from '../domain/services/registered-service.js';
import type { AgentAccess, OperationSettings } from '../domain/services/service-settings.js';
import type { ConnectionTest, Trial, TrialResult } from './trial.js';
import type { EndedSession, SessionOverview } from './upstream-session.js';

/** A service that is ready for calls: its live revision, compiled with its settings. */
export interface LiveService {
  readonly service: RegisteredService;
  /** Services with the same description share one model, across accounts, and with the same settings one mapper. */
  readonly revision: ServiceRevision;
  readonly mapper: Pick<Mapper, 'model'>;
  readonly secrets: ServiceSecrets;
  /**
   * The proxy that the service has chosen; undefined if it has chosen none. Throws `TransportError` if the gateway does not have it. The object
   * is the same each time.
   */
  proxy(): ProxyOption | undefined;
  /** The settings of an exposed operation. */
  operationSettings(name: string): OperationSettings;
  /** When an operation was put on hold, in milliseconds since the Unix epoch; undefined if it can be called. */
  heldSince(name: string): number | undefined;
}

/**
 * The interface from the plane of owners to the plane of calls: the service as calls use it, and calls on behalf of its owner. Every
 * function rejects with `SERVICE_NOT_FOUND` if the service has been deleted.
 */
export interface LiveServices {
  compile(service: RegisteredService): LiveService | Promise<LiveService>;
  /**
   * Finds every problem in an input (JSON text in UTF-8) of an operation: exactly those for which a call would be rejected. Throws what
   * `Mapper.compile` throws.
   */
  findProblems(
    service: RegisteredService,
    operation: string,
    input: Uint8Array,
  ): Promise<readonly ValidationProblem[]>;
  /**
   * Calls an operation for an account, without an API key. It is a real call with limits and charges. Resolves to the response that a client
   * would get, and the messages exchanged with the SOAP service, without secrets.
   */
  tryOperation(
    account: Account,
    service: RegisteredService,
    trial: Trial,
    signal: AbortSignal,
  ): Promise<TrialResult>;
  /**
   * Sends a message that no service can understand, with the service's credentials. It executes nothing, and a SOAP service responds with a
   * fault. Most services check the credentials first, so wrong ones are noticed too.
   */
  testConnection(service: RegisteredService, signal: AbortSignal): Promise<ConnectionTest>;
  /** Finds the session of a service with its SOAP server; undefined if its design has none. */
  session(service: RegisteredService): Promise<OwnedSession | undefined>;
  /** Describes what agents see of a service, with the tokens of each operation. */
  previewTools(service: RegisteredService): Promise<ToolPreview>;
  /** Resolves to the text that a model reads about an operation; undefined if it cannot become a tool. */
  previewTool(service: RegisteredService, operation: string): Promise<string | undefined>;
  readonly recordings: OwnedRecordings;
}

/** The operations of owners on the session of a service. */
export interface OwnedSession {
  show(): Promise<SessionOverview>;
  /** Logs in if no session is open and a login may be tried. What went wrong is in the overview. */
  logIn(): Promise<void>;
  /**
   * Takes a token that a program hands in (DF-16), and its end in milliseconds since the Unix epoch. Throws `LoginAnswerError` for one that the
   * design does not describe.
   */
  provide(token: ProvidedToken, expiresAt: number): Promise<void>;
  end(): Promise<EndedSession>;
}

/** The operations of owners on the recordings of a service, in addition to reading and deleting stored ones. */
export interface OwnedRecordings {
  readonly upload: UploadRecordings;
  /**
   * Stores a call of the call log as a recording. Throws what reading its input throws, and the mapper's error for messages that do not
   * match the operation.
   */
  keepCall(service: RegisteredService, call: LoggedExchange): Promise<KeptRecording>;
  /** Packs recordings as the folder that `soapstone replay` reads, in a zip archive. */
  archive(service: RegisteredService, recordings: readonly Recording[]): Promise<Uint8Array>;
}

/** A call of the call log with its bodies. */
export interface LoggedExchange {
  readonly operation: string;
  readonly method: string;
  /** JSON text, or for a GET the query. */
  readonly request: string;
  readonly response: string;
  readonly status: number;
}

/**
 * Stores the exchanges of a folder. Throws `RECORDING_UNUSABLE` with every problem in every file, or `RECORDINGS_FULL`, and then stores
 * none. A dry run stores nothing and resolves to what would be stored.
 */
export type UploadRecordings = (
  service: RegisteredService,
  upload: RecordingUpload,
  options?: { readonly dryRun?: boolean },
) => Promise<UploadedRecordings>;

/** The outcome of an upload. */
export interface UploadedRecordings {
  readonly stored: number;
  /** The number of recordings that the service already had. */
  readonly known: number;
  /** The paths of files that belong to no exchange. */
  readonly ignored: readonly string[];
}

/** The outcome of keeping a call as a recording, which is `unreadable` if its secrets cannot be located. */
export type KeptRecording = 'stored' | 'known' | 'full' | 'unreadable';

/** The view of a service for agents, as a preview for its owner. */
export interface ToolPreview {
  /** The listing that agents receive; null if no operation is offered. */
  readonly listing: {
    /** Whether agents receive the three tools that search, describe and call, because all tools would exceed the budget. */
    readonly lazy: boolean;
    readonly tools: number;
    /** The size of the listing in tokens: bytes of JSON / 4. */
    readonly tokens: number;
  } | null;
  /** Every operation of the service, offered or not, in the order of the listing. */
  readonly operations: readonly PreviewedOperation[];
}

/** An operation, with its owner's choice. */
export interface PreviewedOperation {
  readonly name: string;
  readonly access: AgentAccess;
  /** Whether the operation seems to change nothing, judging by the WSDL or by its name (OP-5). This is a hint: the owner decides. */
  readonly reads: boolean;
  /** The tokens that the operation costs a model if it is offered; null if it cannot become a tool. */
  readonly tokens: number | null;
  /** The limits of vendors that its tool exceeds. */
  readonly findings: readonly ToolFinding[];
}
