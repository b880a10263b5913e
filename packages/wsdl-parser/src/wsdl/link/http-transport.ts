/**
 * Whether a transport or protocol means one of `known`, which are names of HTTP. Its scheme, its case, HTTPS in place of HTTP and a slash at
 * its end are what authors get wrong.
 */
export function meansHttp(transport: string, known: ReadonlySet<string>): boolean {
  const plain = transport
    .toLowerCase()
    .replace(/^https:/, 'http:')
    .replace(/\/$/, '')
    .replace(/\/https$/, '/http')
    // The namespace of the extension elements in place of the name of the transport.
    .replace('//schemas.xmlsoap.org/wsdl/soap/', '//schemas.xmlsoap.org/soap/');
  // The name of the protocol alone.
  if (plain === 'http' || plain === 'https') return true;
  return [...known].some((name) => name.toLowerCase() === plain);
}
