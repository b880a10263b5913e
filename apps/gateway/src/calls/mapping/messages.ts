import type { AgentService, Answers, SchemaForm } from '@soapstone/agent-tools';
import type {
  DecodeErrorCode,
  DecodeOptions,
  DesignProblem,
  EncodeOptions,
  FillErrorCode,
  MapperOptions,
  MappingErrorCode,
  MimePart,
  OperationInfo,
  SentAddressing,
  SoapFaultInfo,
  ValidationProblem,
  Warning,
} from '@soapstone/json-xml-mapper';
import type {
  FileEnd,
  FilePlace,
  PagePart,
  ParsedRoute,
  RouteFiles,
  RouteInput,
} from '@soapstone/json-xml-mapper/internal/routes';
import type {
  ArchivedExchange,
  MatchedRequest,
  nearestExchange,
  RecordingFiles,
  RecordingFolder,
  StorableExchange,
} from '@soapstone/server/recordings';
import type { FilePiece } from '@soapstone/soap-call/internal/files';
import type { Bytes } from '@soapstone/soap-model/bytes';
import type {
  RecordedMessage,
  Recording,
  RecordingRules,
  RecordingUpload,
} from '../../domain/calls/recording.js';
import type { ToolFinding } from '../../domain/services/agent-access.js';
import type { RegisteredService } from '../../domain/services/registered-service.js';
import type { FillValues } from './call-fills.js';

/** How a result is read as a file (PG-10). */
export interface FilePlan {
  readonly place: FilePlace;
  /** The maximum size of the response, in bytes. */
  readonly maxBytes: number;
}

/** The input for the mapper of a service: its packed model. */
export interface MapperSource {
  readonly packed: Uint8Array;
  readonly select?: RegisteredService['settings']['select'];
  readonly options: MapperOptions;
  /** The design of the revision, as JSON text. */
  readonly design?: string | undefined;
}

/** The operation that a job is for. */
export interface JobTarget {
  /** Names the mapper: equal models with equal settings have equal keys. */
  readonly mapper: string;
  readonly operation: string;
  /** Which operation of the session it is (DF-7), if it is one: clients may not see it. */
  readonly ofSession?: SessionRole | undefined;
  /** Sent if the thread reported that it lacks the mapper. */
  readonly source?: MapperSource;
}

/** The role of an operation in the session of its service. */
export type SessionRole = 'login' | 'logout';

/** `EncodeOptions` as plain data. Header blocks are JSON text, so that numbers stay exact. */
export interface PackedEncodeOptions
  extends Pick<EncodeOptions, 'digits' | 'lockedHeaders' | 'extraHeaders' | 'soapAction' | 'xopThreshold'> {
  readonly headers?: string;
  readonly storedHeaders?: string;
  /** The values that the design fills in. */
  readonly fills?: FillValues | 'hidden';
}

export interface PackedDecodeOptions extends Pick<DecodeOptions, 'digits'> {
  readonly contentType?: string;
  readonly attachments?: readonly MimePart[];
  readonly addressing?: SentAddressing;
}

/** A job of the mapping thread. Each has exactly one reply, after which it does nothing. */
export type Job =
  | { readonly kind: 'describe'; readonly target: JobTarget }
  | { readonly kind: 'example'; readonly target: JobTarget }
  | {
      readonly kind: 'encode';
      readonly target: JobTarget;
      readonly json: Uint8Array;
      readonly options: PackedEncodeOptions;
    }
  /** The canonical form of a valid input. */
  | { readonly kind: 'canonical'; readonly target: JobTarget; readonly json: Uint8Array }
  | {
      readonly kind: 'query';
      readonly target: JobTarget;
      readonly query: string;
      readonly options: PackedEncodeOptions;
    }
  /** The request of a call by a route of the design with a body. */
  | {
      readonly kind: 'route';
      readonly target: JobTarget;
      readonly route: ParsedRoute;
      readonly input: RouteInput;
      readonly options: PackedEncodeOptions;
    }
  | {
      readonly kind: 'decode';
      readonly target: JobTarget;
      readonly xml: Uint8Array;
      readonly options: PackedDecodeOptions;
    }
  /** Starts a response that arrives in pieces; `stream` identifies it from then on. */
  | {
      readonly kind: 'open';
      readonly target: JobTarget;
      readonly stream: number;
      readonly options: PackedDecodeOptions;
      /** Where the result has the file that it is read as, and the maximum size of the response in bytes. */
      readonly file?: FilePlan | undefined;
    }
  | { readonly kind: 'write'; readonly stream: number; readonly chunk: Uint8Array }
  | { readonly kind: 'end'; readonly stream: number }
  /** Finds what identifies a request among the recordings of its service. */
  | (RecordingTarget & {
      readonly kind: 'match';
      readonly request: RecordedMessage;
      readonly rules?: RecordingRules | undefined;
    })
  /** Removes the secrets of an exchange, and finds what identifies it. */
  | (RecordingTarget & {
      readonly kind: 'record';
      readonly request: RecordedMessage;
      readonly response: Recording['response'];
      readonly rules?: RecordingRules | undefined;
    })
  /** Reads an uploaded folder, without the content of its messages. */
  | (RecordingTarget & { readonly kind: 'unpack'; readonly upload: RecordingUpload })
  /** Finds the recorded request that is nearest to one that is not recorded. */
  | (RecordingTarget & {
      readonly kind: 'nearest';
      readonly content: string;
      readonly recorded: readonly { readonly exchange: string; readonly content: string }[];
    })
  /** Writes the response of a result or a fault, as the SOAP service would have sent it. */
  | (RecordingTarget & { readonly kind: 'respond'; readonly body: Uint8Array })
  /** Packs recordings as the folder that `soapstone mock --recordings` reads, in a zip archive. */
  | (RecordingTarget & {
      readonly kind: 'archive';
      readonly recordings: readonly (ArchivedExchange & Pick<Recording, 'contract' | 'rules'>)[];
    })
  /** Creates the listing of the tools of some services. */
  | {
      readonly kind: 'listing';
      readonly services: readonly PackedAgentService[];
      /** Whether the names of tools begin with the service. */
      readonly qualified: boolean;
      readonly schemas: SchemaForm;
    }
  /** Answers a message of an agent that needs the types of operations. */
  | {
      readonly kind: 'agent';
      readonly services: readonly PackedAgentService[];
      readonly qualified: boolean;
      readonly schemas: SchemaForm;
      readonly message: Uint8Array;
      /** The headers of the HTTP request that the protocol knows. */
      readonly headers: Readonly<Record<string, string>>;
      readonly info: { readonly name: string; readonly version: string };
      readonly ttlMs: number;
      /** The outcome of the call in the message, which was made on the event loop. */
      readonly outcome?: PackedOutcome;
    }
  /** The keys of an operation's input that only a table finds by their aliases. */
  | {
      readonly kind: 'keys';
      /** The service with this operation alone. */
      readonly services: readonly PackedAgentService[];
    }
  /** Arguments of an operation without the nulls of members that may be left out, for agents with strict schemas. */
  | {
      readonly kind: 'nulls';
      /** The service with this operation alone. */
      readonly services: readonly PackedAgentService[];
      readonly json: Uint8Array;
    }
  /** The text about an operation that a model reads. */
  | {
      readonly kind: 'tool';
      readonly services: readonly PackedAgentService[];
      /** Whether the listing has only the three tools that search, describe and call. */
      readonly lazy: boolean;
    };

/** The WSDL service that a job about recordings is for. */
export interface RecordingTarget {
  readonly target: JobTarget;
  /** Its local name. */
  readonly contract: string;
}

/** A service of an agent, whose mapper the thread finds by its key. */
export interface PackedAgentService extends Omit<AgentService, 'mapper'> {
  readonly mapper: string;
  /** Sent if the thread reported that it lacks the mapper. */
  readonly source?: MapperSource;
}

/** A problem as JSON text, so that numbers stay exact. */
export interface PackedOutcome {
  readonly problem: string;
  readonly requestId: string | undefined;
  readonly answers: Answers | undefined;
}

/** The exchanges of an uploaded folder, and everything that is wrong with its files. */
export interface UnpackedRecordings extends Pick<RecordingFiles, 'problems' | 'ignored'> {
  readonly folders: readonly (RecordingFolder & {
    /** The local name of the WSDL service that they belong to. */
    readonly contract: string;
  })[];
}

/** The facts about a listing of tools that the event loop needs. */
export interface ToolListing {
  readonly lazy: boolean;
  readonly version: string;
  readonly tools: number;
  /** Bytes of JSON / 4. */
  readonly tokens: number;
}

/** A listing with the JSON text of each tool, which the budget of a listing bounds. */
export interface PrintedListing extends ToolListing {
  readonly texts: readonly string[];
}

/** Messages to the thread. `drop` forgets a stream whose response will not continue, and has no reply. */
export type ToThread = { readonly id: number; readonly job: Job } | { readonly drop: number };

/** A request in the form of the mapper's `EncodedRequest`; for a query, with the canonical form of its input. */
export interface MadeRequest {
  readonly body: Bytes;
  readonly contentType: string;
  readonly soapAction?: string;
  readonly attachments: readonly MimePart[];
  /** JSON text. */
  readonly canonical?: string;
}

/** `SoapReplyText` as plain data. The contents of a fault are JSON text, so that numbers stay exact. */
export type PackedReply =
  | {
      readonly kind: 'result';
      readonly result: Bytes;
      readonly headers?: Bytes;
      readonly warnings: readonly Warning[];
    }
  | {
      readonly kind: 'fault';
      readonly fault: Omit<SoapFaultInfo, 'detail' | 'headers'>;
      readonly detail?: string;
      readonly headers?: string;
      readonly warnings: readonly Warning[];
    };

/** The properties of an operation that are known before its first call. */
export interface Description {
  readonly info: OperationInfo;
  /** The facts that pages need, if a design divides its result into pages. */
  readonly pages?: readonly PagePart[];
  /** The part of its route that can be a file. */
  readonly files?: RouteFiles;
  /** The CPU time that the thread needed to compile it, in milliseconds. */
  readonly compileCpu: number;
}

/** The result of each kind of job. */
export interface JobValues {
  readonly describe: Description;
  /** JSON text. */
  readonly example: Bytes;
  readonly encode: MadeRequest;
  readonly query: MadeRequest;
  readonly route: MadeRequest;
  /** JSON text. */
  readonly canonical: string;
  readonly decode: PackedReply;
  readonly open: undefined;
  /** The next bytes of the result that is read as a file; undefined if they are none, and for any other result. */
  readonly write: FilePiece | undefined;
  /** Undefined if the result is read as a file and is not one. */
  readonly end: (PackedReply & Partial<Omit<FileEnd, 'reply'>>) | undefined;
  /** Undefined if the message cannot be read. */
  readonly match: MatchedRequest | undefined;
  /** Undefined if a message cannot be read, because its secrets cannot be located then. */
  readonly record: StorableExchange | undefined;
  /** Undefined if nothing is recorded. */
  readonly nearest: ReturnType<typeof nearestExchange>;
  readonly respond: RecordedMessage;
  readonly archive: Uint8Array;
  readonly unpack: UnpackedRecordings;
  readonly listing: PrintedListing;
  /** Undefined if there is nothing to send. */
  readonly agent: { readonly status: number; readonly text: string } | undefined;
  /** Keys by their aliases. */
  readonly keys: ReadonlyMap<string, string>;
  readonly nulls: Uint8Array;
  /** Undefined if the operation cannot become a tool. */
  readonly tool: DescribedTool | undefined;
}

/** The tool of an operation as a model reads it, and the limits of vendors that it exceeds. */
export interface DescribedTool {
  readonly text: string;
  readonly findings: readonly ToolFinding[];
}

/** An error of the mapper as plain data. */
export type PackedError =
  | {
      readonly name: 'MappingError';
      readonly message: string;
      readonly code: MappingErrorCode;
      readonly errors: readonly ValidationProblem[];
      readonly truncated: boolean;
    }
  | {
      readonly name: 'DecodeError';
      readonly message: string;
      readonly code: DecodeErrorCode;
      readonly path: string | undefined;
      readonly details: readonly ValidationProblem[];
    }
  | {
      readonly name: 'FillError';
      readonly message: string;
      readonly code: FillErrorCode;
      readonly secret: string | undefined;
    }
  | { readonly name: 'DesignError'; readonly problems: readonly DesignProblem[] }
  | {
      readonly name: 'OperationNotFoundError';
      readonly operation: string;
      readonly nearest: readonly string[];
    }
  | { readonly name: 'Error'; readonly message: string; readonly stack: string | undefined };

/** The cost of a job in the thread. */
export interface JobCost {
  /** CPU time in milliseconds. */
  readonly cpu: number;
}

/** A message from the thread: the reply to the job of this id. */
export type FromThread =
  | { readonly id: number; readonly value: unknown; readonly cost: JobCost }
  | { readonly id: number; readonly error: PackedError; readonly cost: JobCost }
  /** The thread lacks the mapper: send the job again with its source. */
  | { readonly id: number; readonly lacksMapper: true };

/** The options of the thread. */
export interface ThreadOptions {
  /** The room for compiled services, in bytes. */
  readonly mapperBytes: number;
}
