import type { EncodeOptions, MappingError, SoapRequest } from '@soapstone/json-xml-mapper';
import { isMappingError, RawXmlNotLoaded, TypesNotLoaded } from '@soapstone/json-xml-mapper/internal';
import { OptionError } from '@soapstone/options';
import { defined } from '@soapstone/options/defined';
import {
  type CallMessage,
  type EncodedCall,
  encodeCall,
  type MessageSettings,
  usesMtom,
} from '@soapstone/soap-call';
import type { Session } from '@soapstone/soap-call/internal/session';
import type { PreparedRequest } from '../api/client.js';
import { ValidationError } from '../api/errors.js';
import type { CallOptions, ClientOptions } from '../api/options.js';
import type { CallTarget } from './call-target.js';
import { mergeHeaders } from './merge-headers.js';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RESPONSE_BYTES = 10_485_760;

/** The additions of a call to its input and options. */
export interface PrepareOptions {
  /** The session whose token is sent. */
  readonly session?: Session | undefined;
  readonly mostBytes?: number | undefined;
  /** The size of a value that becomes a MIME part of a packed request, regardless of the settings. */
  readonly partBytes?: number | undefined;
}

/** Checks the input and writes the envelope, with the token of a session. Throws `ValidationError`, `OptionError` and `TransportError` `INVALID_REQUEST`. */
export async function prepare(
  target: CallTarget,
  input: unknown,
  call: CallOptions,
  { session, mostBytes = DEFAULT_RESPONSE_BYTES, partBytes }: PrepareOptions = {},
): Promise<EncodedCall> {
  const startedAt = performance.now();
  const { options, security, channel, port } = target;
  const compiled = explaining(target, target.compiled);
  const { info } = compiled;
  const url = session?.endpoint ?? options.endpoint ?? port.address;
  if (url === undefined) {
    const expected = `the WSDL has no address for port ${port.name}: set the address of the server`;
    throw new OptionError('createClient', { path: '/endpoint', expected });
  }
  const settings = settingsOf(options, call);
  const added: EncodeOptions = {
    ...defined({
      headers: call.soapHeaders,
      storedHeaders: options.soapHeaders,
      digits: options.digits,
    }),
    ...((session ?? call.fills) !== undefined && {
      fills: {
        ...options.fills,
        ...defined(call.fills ?? {}),
        ...(session && { session: () => session.token }),
      },
    }),
    blobs: true,
    ...(usesMtom(port, settings) && defined({ xopThreshold: partBytes })),
  };
  if (
    usesMtom(port, settings) ||
    options.soapHeaders !== undefined ||
    options.allowUndeclaredHeaders === true
  ) {
    await target.loadUncommonContent();
  }
  const parts =
    call.attachments === undefined ? [] : (await import('./sent-parts.js')).partsOf(call.attachments);
  const inSession = session && target.session?.rules.headersOf(session.token);
  const headers = mergeHeaders(options.headers, call.headers, inSession);
  return await encodeCall(
    {
      info,
      port,
      url,
      settings,
      credentials: security,
      added,
      parts,
      sending: {
        headers,
        deadlineMs: call.timeout ?? options.timeout ?? DEFAULT_TIMEOUT_MS,
        maxResponseBytes: options.limits?.responseBytes ?? mostBytes,
        lenientHttp: options.lenientHttp,
        compatibility: options.compatibility,
      },
    },
    {
      headerBlocks: (blocks) => channel.headerBlocks(blocks),
      encode: (encodeOptions) => encodeInput(target, input ?? {}, encodeOptions),
    },
    startedAt,
  );
}

/** Writes the envelope, with what only some inputs need. */
async function encodeInput(
  target: CallTarget,
  input: unknown,
  encodeOptions: EncodeOptions,
): Promise<SoapRequest> {
  const encode = (value: unknown) => explaining(target, () => target.compiled().toXml(value, encodeOptions));
  try {
    return encode(input);
  } catch (error) {
    // Few programs ever send finished elements, so a generated client loads their code with the first one.
    if (error instanceof RawXmlNotLoaded) {
      await target.loadRawXml();
      return await encodeInput(target, input, encodeOptions);
    }
    // They are loaded with the decoders, which this call needs anyway.
    if (error instanceof TypesNotLoaded) {
      await target.loadDecoders();
      return await encodeInput(target, input, encodeOptions);
    }
    // A `Blob` that is not a MIME part can only be read asynchronously, so the encoder rejects it. Inputs without one are not walked.
    if (!(error instanceof ValidationError)) throw error;
    return await (await import('./blobs.js')).encodeBlobs(input, error, encode);
  }
}

/** Returns the request in the form that users see. */
export function describeRequest(message: CallMessage): PreparedRequest {
  const {
    url,
    body,
    contentType,
    soapAction,
    soapVersion,
    attachments = [],
    packaging,
    credentials,
    headers,
  } = message;
  return {
    method: 'POST',
    url,
    headers: mergeHeaders(
      {
        'content-type': contentType,
        ...(soapVersion === '1.1' && { soapaction: soapAction ?? '""' }),
        ...(credentials?.basic !== undefined && { authorization: basicHeader(credentials.basic) }),
      },
      credentials?.headers,
      headers,
    ),
    body,
    attachments,
    ...(packaging !== undefined && { packaging }),
  };
}

/** Runs a stage of the mapper and converts its errors into those of the client. */
function explaining<Product>({ name }: CallTarget, stage: () => Product): Product {
  try {
    return stage();
  } catch (error) {
    throw isMappingError(error) ? validationError(name, error) : error;
  }
}

function validationError(operation: string, cause: MappingError): ValidationError {
  const { message, code, errors: problems, truncated } = cause;
  return new ValidationError({ message, code, operation, problems, truncated, cause });
}

/** Returns the settings of the client with the WS-Addressing properties of one call, which win. */
function settingsOf(options: ClientOptions, call: CallOptions): MessageSettings {
  const own = { ...defined(options.addressingProperties ?? {}), ...defined(call.addressingProperties ?? {}) };
  const addressingProperties = Object.keys(own).length > 0 ? own : undefined;
  return { ...options, addressingProperties };
}

function basicHeader({
  username,
  password,
}: {
  readonly username: string;
  readonly password: string;
}): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
