import { stringify } from '@soapstone/json-xml-mapper';
import { escapeText } from '@soapstone/soap-model/xml';
import { htmlPage } from '../local-servers/html-page.js';
import type { ReceivedCall } from './mock-service.js';

/** The page of received calls, latest first. Messages are untrusted text. Loads no script. */
export function callsPage(calls: readonly ReceivedCall[]): string {
  const rows = calls
    .toReversed()
    .map(({ time, operation, rule, failure, status, input, request, response }) => {
      const by = rule === undefined ? 'example' : `rule ${rule}`;
      const title = `${time}  ${operation ?? 'no operation'}  ${status}  ${operation === undefined ? 'refused' : by}${failure === undefined ? '' : `  ${failure}`}`;
      const parts = [input === undefined ? '' : stringify(input), request, response];
      return `<details><summary>${escapeText(title)}</summary>${parts.map((part) => `<pre>${escapeText(part)}</pre>`).join('')}</details>`;
    });
  const count = calls.length === 0 ? 'None so far.' : `${calls.length}, the last one first.`;
  return htmlPage(
    'soapstone mock',
    'body { max-width: 70rem } summary { font: 13px/2 ui-monospace, monospace; white-space: pre; cursor: pointer }',
    `<h1>Received calls</h1>
<p>${count} <a href="/__mock">Refresh</a> · <a href="/__calls">JSON</a> · <a href="/?wsdl">WSDL</a></p>
${rows.join('\n')}`,
  );
}
