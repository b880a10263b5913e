import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@soapstone/json-xml-mapper';
import { createSoapServer, SoapFault, type SoapHandlers, type SoapServer } from '../index.js';

/** The WSDL of the user directory. */
export const DIRECTORY: string = fileURLToPath(
  new URL('../../../../examples/user-directory/user-directory.wsdl', import.meta.url),
);
export const NAMESPACE = 'urn:example:user-directory';
export const USER: JsonObject = {
  '@id': 1001,
  '@status': 'active',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  birthDate: '1815-12-10',
  salary: { '@currency': 'GBP', $value: 90000.5 },
  manager: null,
  phone: [],
};
/** The errors that the test servers report. */
export const errors: unknown[] = [];

/** Handlers for which user 5 is a declared fault, 6 an error, 7 an invalid result, and 8 a fault with a custom code. */
export const handlers: SoapHandlers<Record<string, { input: Record<string, unknown>; result: unknown }>> = {
  GetUser: ({ userId }, { respondWithHeaders }) => {
    if (userId === 5) {
      throw new SoapFault({
        reason: 'no such user',
        detail: { UserNotFound: { userId: 5, suggestion: [1001] } },
      });
    }
    if (userId === 6) throw new Error('the password of the database is hunter2');
    if (userId === 7) return { name: 'a user without anything else' };
    if (userId === 8) throw new SoapFault({ reason: 'try later', code: '{urn:x}Busy' });
    respondWithHeaders({});
    return USER;
  },
  ListUsers: async ({ department }) => ({ total: 1, user: [{ ...USER, name: String(department) }] }),
};

/** The server that `post` calls. */
export const server: SoapServer = await createSoapServer(DIRECTORY, handlers, {
  timeout: 1_000,
  onError: (error) => errors.push(error),
});

export const SOAP11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const SOAP12 = 'http://www.w3.org/2003/05/soap-envelope';
/** Returns an envelope with the given XML in its Body and Header. */
export const envelope = (body: string, header = '', soap: string = SOAP11): string =>
  `<s:Envelope xmlns:s="${soap}">${header === '' ? '' : `<s:Header>${header}</s:Header>`}<s:Body>${body}</s:Body></s:Envelope>`;
export const getUser = (id: string): string =>
  `<GetUser xmlns="${NAMESPACE}"><userId>${id}</userId></GetUser>`;

/** Sends one message. */
export async function post(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const init = {
    method: 'POST',
    body: body as string,
    headers: { 'content-type': 'text/xml; charset=utf-8', ...headers },
  };
  const response = await server.fetch(new Request('http://localhost/soap', init));
  return { status: response.status, text: await response.text(), headers: response.headers };
}
