import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A user for which the server never responds. */
export const SILENT = '999';

/** A SOAP server for the services of `users-wsdl.ts` and `bank-wsdl.ts`. */
export interface UsersServer {
  readonly url: string;
  /** Its requests. */
  readonly seen: { readonly body: string; readonly authorization: string | undefined }[];
  /** The requests for silent users that were abandoned. */
  readonly abandoned: string[];
  close(): void;
}

/** Starts a server that repeats the requested number or payment, and does not know user 404. */
export async function startUsersServer(): Promise<UsersServer> {
  const seen: { body: string; authorization: string | undefined }[] = [];
  const abandoned: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({ body, authorization: request.headers.authorization });
    if (body.includes('Pay ')) {
      const echo = body.replaceAll(/(<\/?(?:\w+:)?)Pay\b/g, '$1PayResponse');
      response.writeHead(200, { 'Content-Type': 'text/xml' }).end(echo);
      return;
    }
    const id = /userId>(-?\d+)</.exec(body)?.[1] ?? '';
    if (id === SILENT) {
      response.on('close', () => abandoned.push(id));
      return;
    }
    const content =
      id === '404'
        ? '<s:Fault><faultcode>s:Server</faultcode><faultstring>No such user, correct horse</faultstring></s:Fault>'
        : `<GetUserResponse xmlns="urn:users"><user><id>${id}</id><name>Ada</name></user></GetUserResponse>`;
    response
      .writeHead(id === '404' ? 500 : 200, { 'Content-Type': 'text/xml' })
      .end(
        `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, seen, abandoned, close: () => void server.close() };
}
