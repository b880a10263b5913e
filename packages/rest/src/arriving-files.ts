import type {
  ArrivingFile,
  CallFiles,
  FileStream,
  FileUpload,
  WantedFile,
} from '@soapstone/client/internal/files';
import { bodyTooLargeProblem, withCode } from '@soapstone/http-contract';
import {
  AROUND_FILE,
  type ArrivingPart,
  acceptedFile,
  arrivingPart,
  formProblem,
  hasForm,
  namedType,
  noFileProblem,
  overlap,
  typeOfFile,
  typeOfResponse,
} from '@soapstone/http-contract/internal/routes';
import type { CompiledOperation, Mapper } from '@soapstone/json-xml-mapper';
import type { FilePlace, ParsedRoute } from '@soapstone/json-xml-mapper/internal/routes';
import type { CallReply, Clients, makeCall } from './make-call.js';
import type { RestOptions } from './options.js';
import { DEFAULT_BODY_BYTES, RequestProblem } from './read-input.js';

type FilesModule = typeof import('@soapstone/client/internal/files');
type Perform = NonNullable<Parameters<typeof makeCall>[6]>;

/** The dependencies for serving files. */
export interface FileServer extends Pick<Clients, 'client'> {
  readonly options: RestOptions;
  /** The operations of the mapper, for results that are read as files. */
  readonly fileMapper: () => Mapper;
}

/** A result that is a file: its bytes, or what they arrive in. */
export interface TakenFile {
  readonly bytes: Uint8Array | FileStream;
  readonly mediaType: string;
}

/** The response of the SOAP service without `maxResponseBytes` of the client. */
const DEFAULT_RESPONSE_BYTES = 10_485_760;

/** The file of a call by a route that is passed on while it arrives (PG-10). */
export class ArrivingFiles {
  /** The result as a file; undefined if it is not one. */
  taken: TakenFile | undefined;
  readonly #module: FilesModule;
  readonly #open: OpenBody | undefined;
  readonly #wanted: WantedFile | undefined;
  #sent: FileUpload | undefined;
  #form: ArrivingPart | undefined;

  private constructor(
    module: FilesModule,
    open: OpenBody | undefined,
    wanted: ((take: WantedFile['take']) => WantedFile) | undefined,
    accepted: ReturnType<typeof acceptedFile>,
  ) {
    this.#module = module;
    this.#open = open;
    this.#wanted = wanted?.((bytes, named) => {
      if (accepted !== undefined)
        this.taken = {
          bytes,
          mediaType: typeOfResponse(accepted, (this.#wanted as WantedFile).place, named),
        };
    });
  }

  /**
   * Returns the files of a call; undefined if it has none that are passed on while they arrive. Throws `RequestProblem` for a body that says that
   * it is too large.
   */
  static async of(
    request: Request,
    route: ParsedRoute,
    operation: CompiledOperation,
    server: FileServer,
  ): Promise<ArrivingFiles | undefined> {
    const { maxFileBytes: most } = server.options;
    const { files } = operation.shape;
    if (most === undefined || files === undefined) return undefined;
    const { result } = files;
    const accepted = result && acceptedFile(request.headers.get('accept') ?? undefined, result.mediaTypes);
    const mayArrive = files.body !== undefined && isLarge(request, server);
    if (accepted === undefined && !mayArrive) return undefined;
    const module = await import('@soapstone/client/internal/files');
    const called = server.client.$operation(route.operation);
    const open =
      mayArrive && module.sendsFiles(called) ? arrivingBody(request, route, files.body, most) : undefined;
    const wanted =
      result === undefined || accepted === undefined || !module.receivesFiles(called)
        ? undefined
        : wantedOf(module, request, route, server, { place: result, most });
    if (open === undefined && wanted === undefined) return undefined;
    return new ArrivingFiles(module, open, wanted, accepted);
  }

  /**
   * The JSON text of the body, in which something stands for the file. Undefined if the body is read as always. Throws `RequestProblem` for a form
   * that does not begin with its file.
   */
  async readJson(): Promise<Uint8Array | undefined> {
    const body = await this.#open?.();
    if (body === undefined) return undefined;
    this.#form = body.form;
    this.#sent = new this.#module.FileUpload(body.place, body.file);
    return this.#sent.json;
  }

  /** Ends a form that the SOAP service does not read to its end. */
  leave(): void {
    this.#form?.chunks.return?.().catch(() => undefined);
  }

  /** Calls the operation with the files. */
  readonly perform: Perform = (operation, input, options): Promise<CallReply> => {
    const files: CallFiles = { sent: this.#sent, wanted: this.#wanted };
    return this.#module.callWithFiles(operation, input, options, files);
  };
}

/** Ends a file that is still arriving, and that nobody reads. */
export function abandon(file: Pick<TakenFile, 'bytes'> | undefined): void {
  const { bytes } = file ?? {};
  if (bytes !== undefined && !(bytes instanceof Uint8Array)) bytes.return?.().catch(() => undefined);
}

/**
 * The body of a response that is made as it is read. A client that leaves ends it.
 *
 * @param ahead how many pieces are made before the client has taken those before
 */
export function streamOf(
  pieces: AsyncIterator<Uint8Array, unknown>,
  ahead = 0,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const step = await pieces.next();
        if (step.done === true) controller.close();
        else controller.enqueue(step.value as Uint8Array<ArrayBuffer>);
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: ahead },
  );
}

/** Whether a body is larger than a message may be, or does not say how large it is. */
function isLarge({ headers }: Request, { options }: FileServer): boolean {
  const { maxBodyBytes = DEFAULT_BODY_BYTES } = options;
  return !(Number(headers.get('content-length') ?? Number.NaN) <= maxBodyBytes);
}

/** A body that is one file (PG-7, PG-9, PG-11). */
interface ArrivingBody {
  readonly place: FilePlace;
  readonly file: ArrivingFile;
  /** The part of a form with the file. */
  readonly form?: ArrivingPart;
}

/** Begins to read the body. */
type OpenBody = () => Promise<ArrivingBody>;

/** A body that is one file, and that nothing reads but the SOAP service. */
function arrivingBody(
  { headers, body }: Request,
  { body: member, location }: ParsedRoute,
  place: FilePlace | undefined,
  most: number,
): OpenBody | undefined {
  if (place === undefined || body === null) return undefined;
  const isRead = location.some((part) => 'source' in part && part.source === 'input');
  if (isRead || place.encoding !== 'base64' || place.restricted === true) return undefined;
  const header = (name: string) => headers.get(name) ?? undefined;
  const isForm = hasForm(header);
  const type = isForm ? undefined : typeOfFile(header, place);
  if (type === undefined && !isForm) return undefined;
  const bound = { most, bytes: isForm ? most + AROUND_FILE : most };
  const size = Number(header('content-length') ?? Number.NaN);
  if (size > bound.bytes) throw tooLarge(most);
  return async () => {
    const chunks = chunksOf(body, bound);
    if (!isForm) return { place, file: { size, chunks, mediaType: namedType(type) } };
    const name = place.key ?? member ?? '';
    const fail = (problem: string) => new RequestProblem(formProblem(problem));
    const form = await arrivingPart(header('content-type') ?? '', name, chunks, fail);
    const mediaType = namedType(form.mediaType);
    return { place, file: { size: Number.NaN, chunks: form.chunks, mediaType }, form };
  };
}

/** @param bound the maximum size of the body, and that of its file, which an error names */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  { bytes, most }: { readonly bytes: number; readonly most: number },
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader();
  let length = 0;
  let isOver = false;
  try {
    for (;;) {
      const step = await reader.read();
      isOver = step.done;
      if (step.done) return;
      length += step.value.length;
      if (length > bytes) throw tooLarge(most);
      yield step.value;
    }
  } finally {
    // Discard the rest of the body; the response must not wait for it.
    if (!isOver) reader.cancel().catch(() => undefined);
  }
}

function tooLarge(most: number): RequestProblem {
  return new RequestProblem({ ...bodyTooLargeProblem(most), status: 413 });
}

function wantedOf(
  { fileResponseBytes }: FilesModule,
  request: Request,
  { operation }: ParsedRoute,
  { options, fileMapper }: FileServer,
  { place, most }: { readonly place: FilePlace; readonly most: number },
): (take: WantedFile['take']) => WantedFile {
  const { responseBytes = DEFAULT_RESPONSE_BYTES } = options.client?.limits ?? {};
  return (take) => ({
    place,
    overlap,
    take,
    most,
    operation: fileMapper().compile(operation),
    maxBytes: fileResponseBytes({ responseBytes, fileBytes: most }),
    tooLarge: () =>
      new RequestProblem({
        ...withCode('UPSTREAM_TOO_LARGE'),
        message: `The file is larger than ${most} bytes`,
      }),
    fail: () => new RequestProblem(noFileProblem(place.encoding)),
    onFailure(failure) {
      // A client that disconnects is not an error.
      if (!request.signal.aborted) options.onError?.(failure, request);
    },
  });
}
