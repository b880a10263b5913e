import type { CompiledOperation, SoapRequest } from '@soapstone/json-xml-mapper';
import { defined } from '@soapstone/options/defined';

/** A SOAP call as an HTTP request. */
export interface HttpRequest {
  readonly method: 'POST';
  /** Absent if neither the WSDL nor the command line has an address. */
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The envelope. */
  readonly body: string;
  /** Parts sent next to the envelope (§13). */
  readonly attachments?: readonly {
    readonly contentId: string;
    readonly contentType: string;
    readonly bytes: number;
  }[];
}

/** Returns the HTTP request of an encoded SOAP request (XO-6). */
export function httpRequestOf(
  { info }: Pick<CompiledOperation, 'info'>,
  request: SoapRequest,
  endpoint: string | undefined,
): HttpRequest {
  const url = endpoint ?? info.address;
  return {
    method: 'POST',
    ...defined({ url }),
    headers: {
      'Content-Type': request.contentType,
      ...defined({ SOAPAction: request.soapAction }),
      'Content-Length': String(request.body.length),
    },
    body: new TextDecoder().decode(request.body),
    ...(request.attachments.length === 0
      ? {}
      : {
          attachments: request.attachments.map(({ contentId, contentType, data }) => ({
            contentId,
            contentType,
            bytes: data.length,
          })),
        }),
  };
}

/** Prints the request as sent, with line ends for a terminal. */
export function printHttpRequest({ method, url, headers, body, attachments = [] }: HttpRequest): string {
  const lines = [`${method} ${url ?? '(no address: --endpoint sets one)'}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  lines.push('', body);
  for (const { contentId, contentType, bytes } of attachments) {
    lines.push('', `(attachment ${contentId}: ${contentType}, ${bytes} bytes)`);
  }
  return `${lines.join('\n')}\n`;
}
