import type { CompiledOperation, SoapRequest } from '@soapstone/json-xml-mapper';

/** A SOAP call as HTTP: what would be sent. */
export interface HttpRequest {
  readonly method: 'POST';
  /** Absent where neither the WSDL nor the command line has an address. */
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The envelope. */
  readonly body: string;
  /** Parts that travel beside the envelope (§13). */
  readonly attachments?: readonly {
    readonly contentId: string;
    readonly contentType: string;
    readonly bytes: number;
  }[];
}

/** The HTTP request of an encoded SOAP request (XO-6). */
export function httpRequestOf(
  { info }: Pick<CompiledOperation, 'info'>,
  request: SoapRequest,
  endpoint: string | undefined,
): HttpRequest {
  const url = endpoint ?? info.address;
  return {
    method: 'POST',
    ...(url === undefined ? {} : { url }),
    headers: {
      'Content-Type': request.contentType,
      ...(request.soapAction === undefined ? {} : { SOAPAction: request.soapAction }),
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

/** The request as it is on the wire, with line ends that a terminal likes. */
export function printHttpRequest({ method, url, headers, body, attachments = [] }: HttpRequest): string {
  const lines = [`${method} ${url ?? '(no address: --endpoint sets one)'}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  lines.push('', body);
  for (const { contentId, contentType, bytes } of attachments) {
    lines.push('', `(attachment ${contentId}: ${contentType}, ${bytes} bytes)`);
  }
  return `${lines.join('\n')}\n`;
}
