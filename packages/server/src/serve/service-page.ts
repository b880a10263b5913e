import { escapeAttribute } from '@soapstone/soap-model/xml';
import { plainResponse, textResponse } from '../call/responses.js';
import type { PublishedDocuments } from './wsdl-documents.js';

/** A server's description of itself: its documents, and a page for browsers. */
export interface ServiceDescription {
  readonly documents: PublishedDocuments;
  /** The external names of the operations. */
  readonly operations: Iterable<string>;
  /** The address in the WSDL that `?wsdl` returns. Default: the address of the request. */
  readonly address?: string | undefined;
}

/** Answers a request that is not a call. */
export function describeService(
  request: Request,
  { documents, operations, address: stated }: ServiceDescription,
): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return plainResponse(405, 'send SOAP requests with POST', { allow: 'GET, HEAD, POST' });
  const { origin, pathname, searchParams } = new URL(request.url);
  const address = stated ?? origin + pathname;
  const document = documents.find(searchParams, address);
  if (document !== undefined) return textResponse(200, 'text/xml; charset=utf-8', document);
  if (searchParams.size > 0) return plainResponse(404, 'there is no such document: ?wsdl is the WSDL');
  return textResponse(200, 'text/html; charset=utf-8', servicePage([...operations], address));
}

/** Writes the page for browsers: the operations of the service, and the address of its WSDL. */
function servicePage(operations: readonly string[], address: string): string {
  const items = operations.map((name) => `<li><code>${escapeAttribute(name)}</code></li>`).join('\n');
  const wsdl = escapeAttribute(`${address}?wsdl`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>SOAP service</title>
<style>body { font: 15px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }</style>
<h1>SOAP service</h1>
<p>Send requests with POST to <code>${escapeAttribute(address)}</code>. <a href="${wsdl}">WSDL</a></p>
<ul>
${items}
</ul>
</html>
`;
}
