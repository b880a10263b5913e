import { type DecodeOptions, isDecodeError, isMappingError } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';
import { headerBlocks } from '@soapstone/soap-call/node';
import { SOAP11_ENVELOPE, SOAP12_ENVELOPE } from '@soapstone/soap-model/namespaces';
import {
  asTransportError,
  isTransportError,
  type TransportError,
  type TransportRequest,
} from '@soapstone/soap-transport';
import {
  BodyStart,
  describeAnswer,
  OPTION_HINT,
  type ReceivedAnswer,
} from '@soapstone/soap-transport/internal/answer';
import { hideSecrets } from '../../credentials/hide-secrets.js';
import { endpointOf } from '../../domain/services/endpoint-of.js';
import { refusedAddress } from '../../errors/refused-address.js';
import type { ConnectionTest, UnusableAnswer } from '../../services/trial.js';
import type { CompiledService } from '../catalog/catalog.js';
import type { ServiceOperation } from '../mapping/service-operation.js';
import type { ProxyDependencies } from '../proxy/call.js';
import { adviceFor, judge } from './judge-answer.js';
import { type Found, proposeChange } from './propose-change.js';
import { messageForOwner, showAnswer } from './show-answer.js';

/** The timeout and the size limit of a test, in milliseconds and bytes. */
const DEADLINE = 10_000;
const RESPONSE_BYTES = 256 * 1024;

/** Recognises an envelope only by its root element, because its content may be invalid. */
const ENVELOPE_TAG =
  /^\s*(?:<\?[^>]*>\s*)*<(?:[\w.-]+:)?Envelope\b[^>]*(?:schemas\.xmlsoap\.org\/soap\/envelope|www\.w3\.org\/2003\/05\/soap-envelope)/;
const HEAD = 4096;

const ENVELOPE = {
  '1.1': SOAP11_ENVELOPE,
  '1.2': SOAP12_ENVELOPE,
} as const;

/** The first operation that can be mapped. */
async function firstOperation(service: CompiledService): Promise<ServiceOperation | undefined> {
  for (const { name } of service.mapper.model.exposed) {
    try {
      return await service.operation(name);
    } catch (error) {
      if (!isMappingError(error)) throw error;
    }
  }
  return undefined;
}

/**
 * Sends a message that no service can understand, with the service's credentials. It executes nothing, and a SOAP service responds with a
 * fault. Most services check the credentials first, so wrong ones are noticed too. Where the service refuses the message, the result proposes
 * what to change.
 */
export async function testConnection(
  service: CompiledService,
  dependencies: ProxyDependencies,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const { result, found, plain } = await sendTest(service, dependencies, signal);
  if (found === undefined || plain === undefined) return { ...result, proposal: null };
  const { secrets } = service;
  const proposal = await proposeChange(found, {
    transport: dependencies.transport,
    message: plain,
    settings: service.service.settings,
    credentials: secrets.credentials,
    signal,
  });
  return {
    ...result,
    proposal: proposal && { ...proposal, message: hideSecrets(proposal.message, secrets) },
  };
}

/** The result of a test, what a proposal needs of a failure, and the message without credentials. */
interface SentTest {
  readonly result: Omit<ConnectionTest, 'proposal'>;
  readonly found?: Found;
  readonly plain?: TransportRequest;
}

async function sendTest(
  service: CompiledService,
  { transport, elapsed, now }: ProxyDependencies,
  signal: AbortSignal,
): Promise<SentTest> {
  const { secrets } = service;
  const operation = await firstOperation(service);
  const first = operation?.info;
  const url = endpointOf(service.service.settings.endpoint, first?.address ?? '');
  const startedAt = elapsed();
  let answer: UnusableAnswer | null = null;
  let plain: TransportRequest | undefined;
  const said = (
    over: Omit<SentTest['result'], 'secured' | 'latencyMs' | 'answer'>,
    found?: Found,
  ): SentTest => ({
    result: {
      ...over,
      answer,
      message: hideSecrets(over.message, secrets),
      secured: url.startsWith('https:'),
      latencyMs: Math.round(elapsed() - startedAt),
    },
    ...defined({ found, plain }),
  });
  if (operation === undefined || first === undefined || url === '') {
    const message = 'Neither the WSDL nor the settings contain an endpoint.';
    return said({ reached: false, status: null, verdict: 'unreachable', message });
  }
  const { soapVersion } = first;
  const { lenientHttp, compatibility } = service.service.settings;
  const proxy = proxyOf(service);
  if (isTransportError(proxy)) {
    const message = `The service could not be called: ${messageForOwner(proxy, secrets)}.`;
    return said({ reached: false, status: null, verdict: 'unreachable', message });
  }
  const common = {
    url,
    contentType: soapVersion === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8',
    soapVersion,
    ...defined({ lenientHttp, compatibility, proxy }),
    account: service.service.accountId,
    deadlineMs: DEADLINE,
    maxResponseBytes: RESPONSE_BYTES,
  };
  const { credentials } = secrets;
  const own = { ...common, body: new TextEncoder().encode(envelope(soapVersion, [])) };
  // The authorities verify the server; everything else is a secret.
  plain = credentials?.ca === undefined ? own : { ...own, credentials: { ca: credentials.ca } };
  const hasLogin = Object.keys(credentials ?? {}).some((member) => member !== 'ca');
  let status: number | null = null;
  let received: Omit<ReceivedAnswer, 'start' | 'truncated'> | undefined;
  const start = new BodyStart();
  let head = '';
  try {
    const response = await transport.send(
      {
        ...common,
        body: new TextEncoder().encode(
          envelope(
            soapVersion,
            headerBlocks({ soapVersion, addressing: undefined, security: credentials }, new Date(now())),
          ),
        ),
        ...defined({ credentials }),
      },
      signal,
    );
    ({ status } = response);
    received = response;
    const options: DecodeOptions = {
      ...defined({ contentType: response.contentType }),
      attachments: await response.attachments(),
    };
    const noting = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of response.body) {
        start.take(chunk);
        if (head.length < HEAD) head += Buffer.from(chunk).toString('latin1');
        yield chunk;
      }
    };
    const reply = (await operation.decodeStream(noting(), options, false))!;
    const verdict = judge(status, reply.kind === 'fault' ? reply.fault : undefined, hasLogin);
    const isRefused = isAboutLogin(verdict);
    return said({ reached: true, status, ...verdict }, { message: '', answer: response, isRefused });
  } catch (cause) {
    const error = asTransportError(cause);
    if (isTransportError(error)) {
      if (error.code.startsWith('RESPONSE_')) {
        const message = `The service responded, but its response to the test message was rejected: ${error.message}. Many services do not sign the response to a message that they do not understand; try an operation to be sure.`;
        return said({ reached: true, status: error.upstreamStatus ?? status, verdict: 'answers', message });
      }
      if (error.answer !== undefined) answer = showAnswer(error.answer, secrets);
      const reached = error.upstreamStatus !== undefined;
      const message =
        error.code === 'UPSTREAM_ADDRESS_REFUSED'
          ? refusedAddress(url, error.cause)
          : `The service could not be called: ${messageForOwner(error, secrets).replace(OPTION_HINT, '')}${adviceFor(error.remedy)}.`;
      const { remedy } = error;
      const verdict = reached ? 'not-soap' : 'unreachable';
      return said(
        { reached, status: error.upstreamStatus ?? status, verdict, message },
        {
          message: error.message,
          isSilent: isCutOff(error),
          ...defined({ remedy, answer: error.answer }),
        },
      );
    }
    if (!isDecodeError(error)) throw error;
    // Any envelope counts, even if it is not the operation's.
    const isSoap = ENVELOPE_TAG.test(head.slice(0, HEAD));
    const whole = received === undefined ? undefined : { ...received, ...start.taken() };
    if (whole !== undefined && !isSoap) answer = showAnswer(whole, secrets);
    const what = isSoap || whole === undefined ? undefined : describeAnswer(whole);
    const judged = judge(status, undefined, hasLogin, isSoap, what);
    return said(
      { reached: true, status, ...judged },
      {
        message: error.message,
        isRefused: isAboutLogin(judged),
        isSilent: isBareError(isSoap, status),
        ...defined({ remedy: what?.remedy, answer: received }),
      },
    );
  }
}

/** Whether the server wants a login, or another one. */
function isAboutLogin({ verdict }: Pick<ConnectionTest, 'verdict'>): boolean {
  return verdict === 'rejects-credentials' || verdict === 'needs-login';
}

/** Whether the server closed the connection without a reason. */
function isCutOff({ code, remedy }: TransportError): boolean {
  return code === 'UPSTREAM_RESET' && remedy === undefined;
}

/** Whether an error status came without a message. */
function isBareError(isSoap: boolean, status: number | null): boolean {
  return !isSoap && status !== null && status >= 400;
}

/** The proxy of a service, or why it cannot be used. */
function proxyOf(service: CompiledService): ReturnType<CompiledService['proxy']> | TransportError {
  try {
    return service.proxy();
  } catch (error) {
    if (isTransportError(error)) return error;
    throw error;
  }
}

function envelope(version: '1.1' | '1.2', headers: readonly string[]): string {
  const header = headers.length === 0 ? '' : `<soap:Header>${headers.join('')}</soap:Header>`;
  const body = '<ConnectionTest xmlns="urn:soapstone:connection-test"/>';
  return `<soap:Envelope xmlns:soap="${ENVELOPE[version]}">${header}<soap:Body>${body}</soap:Body></soap:Envelope>`;
}
