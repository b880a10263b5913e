import { DOORS, type KindName } from '@soapstone/credentials/doors';
import { defined } from '@soapstone/options/defined';
import type { Compatibility, Transport, TransportRequest } from '@soapstone/soap-transport';
import { asTransportError, isTransportError } from '@soapstone/soap-transport';
import {
  atRisk,
  BodyStart,
  describeAnswer,
  isCompatibilityRemedy,
  type ReceivedAnswer,
  type Remedy,
  readSchemes,
  withRemedy,
} from '@soapstone/soap-transport/internal/answer';
import type { CredentialProfile } from '@soapstone/ws-security';
import type { ServiceSettings } from '../../domain/services/service-settings.js';
import type { Proposal } from '../../services/trial.js';

/** The members of `compatibility` are seven; each is tried once, and the version of TLS twice. */
const MOST_TRIALS = 9;
/** The maximum length of an endpoint. */
const MAX_URL = 2048;

/** The finding of a connection test. */
export interface Found {
  readonly remedy?: Remedy | undefined;
  /** The message of the failure. */
  readonly message: string;
  /** The status and the fields of the response, if there was one. */
  readonly answer?: Pick<ReceivedAnswer, 'status' | 'headers'> | undefined;
  /** Whether a login was refused, by a status or by a fault. */
  readonly isRefused?: boolean;
  /** Whether the server refuses every message without a reason: with an error that is not a message, or by closing the connection. */
  readonly isSilent?: boolean;
}

/** The dependencies for trying a change. */
export interface ProposalContext {
  readonly transport: Transport;
  /** The test message without credentials, because it may go over TLS that someone can break. */
  readonly message: TransportRequest;
  readonly settings: ServiceSettings;
  readonly credentials: CredentialProfile | undefined;
  readonly signal: AbortSignal;
}

/**
 * Returns what the owner of a service could change after a test of its connection: the address that a redirect names, the login that
 * `WWW-Authenticate` asks for, a client certificate, or the switches of an old server, which are tried without credentials until the server
 * answers. Null if nothing is known to help.
 */
export async function proposeChange(found: Found, context: ProposalContext): Promise<Proposal | null> {
  const { answer, remedy } = found;
  if (answer !== undefined && answer.status >= 300 && answer.status < 400) return moved(answer, context);
  const asked = answer?.status === 401 ? login(answer, context) : null;
  if (asked !== null) return asked;
  if (found.isRefused === true) return await optionalCertificate(context);
  if (remedy === 'client-certificate') {
    const message = 'This service asks for a client certificate. Add one to the credentials.';
    return { kind: 'client-certificate', message, settings: null };
  }
  if (remedy === 'trust-issuer') {
    const message =
      'The certificate of this service was issued by an authority that is not trusted here. Add the authority to the credentials.';
    return { kind: 'authority', message, settings: null };
  }
  if (remedy === 'lenient-http') {
    const message = 'This service breaks the syntax of HTTP. Turn on “Lenient HTTP”.';
    return { kind: 'settings', message, settings: { lenientHttp: true } };
  }
  if (isCompatibilityRemedy(remedy)) return await oldServer(found, context);
  return found.isSilent === true ? await silentServer(context) : null;
}

/** A client certificate that a server asks for in the handshake, and misses only when it reads the message. */
async function optionalCertificate({
  transport,
  message,
  credentials,
}: ProposalContext): Promise<Proposal | null> {
  if (credentials?.clientCertificate !== undefined) return null;
  const isAsked = await transport.asksForCertificate(message.url, message).catch((error: unknown) => {
    if (isTransportError(error)) return false;
    throw error;
  });
  if (!isAsked) return null;
  const text =
    'This service asks for a client certificate, does not require it, and refused the message without one. Add one to the credentials.';
  return { kind: 'client-certificate', message: text, settings: null };
}

/** Requirements of devices that refuse everything else without a word. The first profile that is answered has the fewest switches. */
const INSISTED: readonly Compatibility[] = [
  { headerNames: 'specification' },
  { encoding: 'identity' },
  { http: '1.0' },
  { http: '1.0', headerNames: 'specification' },
  { http: '1.0', headerNames: 'specification', encoding: 'identity' },
];

/** Tries what devices insist on, until the answer may be a message. */
async function silentServer(context: ProposalContext): Promise<Proposal | null> {
  for (const insisted of INSISTED) {
    const profile = { ...context.settings.compatibility, ...insisted };
    const { answer, remedy, isSilent } = await tryProfile(profile, context);
    if (answer === undefined || remedy !== undefined || isSilent === true) continue;
    const risks = insisted.http === undefined ? [] : [atRisk('http-1.0')];
    return switchesOf(profile, risks);
  }
  return null;
}

/** A redirect that does not lead to a login. */
function moved(
  { status, headers }: NonNullable<Found['answer']>,
  { message }: ProposalContext,
): Proposal | null {
  const location = [headers['location']].flat()[0];
  if (location === undefined || location.length > MAX_URL || !URL.canParse(location, message.url))
    return null;
  const target = new URL(location, message.url);
  const from = new URL(message.url);
  target.hash = '';
  const url = target.href;
  const isHttp = target.protocol === 'https:' || target.protocol === 'http:';
  // The setting takes no URL with a user (`WITHOUT_USER`).
  const hasUser = target.username !== '' || target.password !== '';
  if (!isHttp || hasUser || url.length > MAX_URL || url === from.href) return null;
  if (/login|signin|sso|saml|oauth|adfs/i.test(url)) {
    const text =
      'This service redirects to a login page. It asks for credentials, or is not meant for programs.';
    return { kind: 'credentials', message: text, settings: null };
  }
  const isPermanent = status === 301 || status === 308;
  const isPlain = from.protocol === 'https:' && target.protocol === 'http:';
  const how = isPermanent ? 'has moved permanently' : 'redirects';
  const risk = isPlain ? ' Calls there are not encrypted.' : '';
  return {
    kind: 'endpoint',
    message: `This service ${how} to ${url}.${risk}`,
    settings: { endpoint: url },
  };
}

/** The kinds of credentials that satisfy a scheme, by its name in lower case. */
const KINDS: Readonly<Record<string, readonly (keyof CredentialProfile & KindName)[]>> = {
  basic: ['basic'],
  digest: ['digest'],
  ntlm: ['ntlm'],
  negotiate: ['kerberos', 'ntlm'],
  bearer: ['oauth'],
};

/** The login that a server asks for, if the service does not send such credentials already. */
function login({ headers }: NonNullable<Found['answer']>, { credentials }: ProposalContext): Proposal | null {
  const { names, supported } = readSchemes(headers, 'www-authenticate');
  if (names.length === 0) return null;
  const asks = `This service asks for ${names.join(' or ')}`;
  if (supported.length === 0)
    return { kind: 'credentials', message: `${asks}, which is not supported.`, settings: null };
  const kinds = [...new Set(supported.flatMap((name) => KINDS[name.toLowerCase()] ?? []))];
  // Credentials of this kind were sent, and not accepted.
  if (kinds.some((kind) => credentials?.[kind] !== undefined)) return null;
  const titles = kinds.map((kind) => `“${DOORS[kind].title}”`).join(' or ');
  return { kind: 'credentials', message: `${asks}. Add ${titles} to the credentials.`, settings: null };
}

/** Adds the least that each refusal asks for, until one has another reason, or there is none. */
async function oldServer(first: Found, context: ProposalContext): Promise<Proposal | null> {
  const { settings } = context;
  const before: Compatibility = settings.compatibility ?? {};
  const risks = new Set<string>();
  let profile = before;
  let found = first;
  for (let trial = 0; trial < MOST_TRIALS && isCompatibilityRemedy(found.remedy); trial += 1) {
    const next = withRemedy(profile, found.remedy, found.message);
    // A switch that is on already did not help.
    if (next === undefined) return null;
    profile = next;
    risks.add(atRisk(found.remedy));
    found = await tryProfile(profile, context);
  }
  if (isCompatibilityRemedy(found.remedy)) return null;
  return switchesOf(profile, risks);
}

function switchesOf(profile: Compatibility, risks: Iterable<string>): Proposal {
  const names = Object.entries(profile).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const message = `This service needs ${names.join(' and ')}${[...risks].join('')}.`;
  const { weakCiphers, ...others } = profile;
  const compatibility = { ...defined(others), ...(weakCiphers && { weakCiphers: [...weakCiphers] }) };
  return { kind: 'settings', message, settings: { compatibility } };
}

/** Sends the test message with a profile. A response of any kind is one. */
async function tryProfile(compatibility: Compatibility, context: ProposalContext): Promise<Found> {
  const { transport, message, signal } = context;
  try {
    const response = await transport.send({ ...message, compatibility }, signal);
    const start = new BodyStart();
    for await (const chunk of response.body) {
      start.take(chunk);
      if (start.truncated) break;
    }
    const answer = { ...response, ...start.taken() };
    const said = describeAnswer(answer);
    return { message: '', answer, remedy: said?.remedy, isSilent: said !== undefined };
  } catch (cause) {
    const error = asTransportError(cause);
    if (!isTransportError(error)) throw error;
    return { message: error.message, remedy: error.remedy };
  }
}
