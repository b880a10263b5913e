import { escapeAttribute } from '@soapstone/soap-model/xml';

/** The page that a browser gets: what the service offers, and where its WSDL is. */
export function servicePage(operations: readonly string[], address: string): string {
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
