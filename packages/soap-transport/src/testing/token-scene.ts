import { randomBytes } from 'node:crypto';
import type { CredentialProfile, StsProfile } from '@soapstone/credentials';
import { defined } from '@soapstone/options/defined';
import { securityHeaders } from '../../../ws-security/src/headers/security-headers.js';
import type { Identity } from '../../../ws-security/src/testing/certificates.js';
import { createTransport, type Transport } from '../transport.js';
import type { TransportOptions } from '../transport-options.js';
import type { createCleanup } from './cleanup.js';
import { serveHttp } from './loopback-server.js';
import { printEnvelope, receivedBody, soapRequest } from './messages.js';

const TRUST = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';

/** The response of a token service. */
export interface TokenAnswer {
  readonly status?: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The differences from the usual call. */
export interface TokenCall {
  readonly sts?: Partial<StsProfile>;
  readonly signature?: Identity;
  readonly account?: string;
  readonly deadlineMs?: number;
}

/** A token service at `/sts` that answers as a test says, and a service everywhere else. */
export interface TokenScene {
  readonly url: string;
  /** The bodies that the token service has received. */
  readonly requests: string[];
  /** The bodies that the service has received. */
  readonly messages: string[];
  /** `undefined` for no answer at all. */
  answer: () => TokenAnswer | undefined;
  serviceStatus: number;
  transportWith(options?: TransportOptions): Transport;
  /** Calls the service. Returns its status. */
  call(transport: Transport, options?: TokenCall): Promise<number>;
  profileOf(options: TokenCall): CredentialProfile;
}

/** The response of a token service around `content`. */
export const tokenResponse = (content: string): TokenAnswer => ({
  body: printEnvelope(
    `<t:RequestSecurityTokenResponseCollection xmlns:t="${TRUST}"><t:RequestSecurityTokenResponse>${content}</t:RequestSecurityTokenResponse></t:RequestSecurityTokenResponseCollection>`,
    [],
    '1.2',
  ),
});

/** The response with an assertion. */
export const tokenOf = (assertion: string, more = ''): TokenAnswer =>
  tokenResponse(`<t:RequestedSecurityToken>${assertion}</t:RequestedSecurityToken>${more}`);

/** A fault that repeats the password of the request. */
export const tokenFault = (code: string): TokenAnswer => ({
  status: 500,
  body: printEnvelope(
    `<e:Fault xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Code><e:Value>e:Sender</e:Value><e:Subcode><e:Value xmlns:t="${TRUST}">t:${code}</e:Value></e:Subcode></e:Code><e:Reason><e:Text xml:lang="en">CANARY password</e:Text></e:Reason></e:Fault>`,
    [],
    '1.2',
  ),
});

/** Starts both services. */
export async function openTokenScene(
  cleanup: ReturnType<typeof createCleanup>,
  answer: (requests: readonly string[]) => TokenAnswer | undefined,
): Promise<TokenScene> {
  const requests: string[] = [];
  const messages: string[] = [];
  const server = await serveHttp(async (message, reply) => {
    const body = (await receivedBody(message)).toString('utf8');
    if (message.url !== '/sts') {
      messages.push(body);
      reply.writeHead(scene.serviceStatus, { 'content-type': 'text/xml' }).end('<ok/>');
      return;
    }
    requests.push(body);
    const given = scene.answer();
    if (given === undefined) return;
    reply.writeHead(given.status ?? 200, { 'content-type': 'application/soap+xml', ...given.headers });
    reply.end(given.body);
  });
  cleanup(() => server.close());
  const url = `http://${server.host}`;
  const scene: TokenScene = {
    url,
    requests,
    messages,
    answer: () => answer(requests),
    serviceStatus: 200,
    transportWith(options = {}) {
      const made = createTransport({ egress: { allow: ['127.0.0.0/8'] }, ...options });
      cleanup(() => made.close());
      return made;
    },
    profileOf: ({ sts = {}, signature }) => ({
      sts: {
        endpoint: `${url}/sts`,
        credentials: { usernameToken: { username: 'ada', password: 'CANARY password', type: 'text' } },
        ...sts,
      },
      ...defined({ signature }),
    }),
    async call(transport, options = {}) {
      const { account = 'a', deadlineMs = 20_000 } = options;
      const credentials = scene.profileOf(options);
      const context = { soapVersion: '1.1', now: new Date(), random: randomBytes } as const;
      const body = Buffer.from(printEnvelope('<b/>', securityHeaders(credentials, context)));
      const request = { ...soapRequest(`${url}/service?key=1`), body, account, credentials, deadlineMs };
      const response = await transport.send(request);
      for await (const _ of response.body);
      return response.status;
    },
  };
  return scene;
}
