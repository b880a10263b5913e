import { stringify } from '@soapstone/json-xml-mapper';
import { escapeText } from '@soapstone/soap-model/xml';
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
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>soapstone mock</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
  summary { font: 13px/2 ui-monospace, monospace; white-space: pre; cursor: pointer }
  pre { overflow: auto; padding: .5rem; border: 1px solid #8886; font: 13px/1.4 ui-monospace, monospace }
</style>
<h1>Received calls</h1>
<p>${calls.length === 0 ? 'None so far.' : `${calls.length}, the last one first.`} <a href="/__mock">Refresh</a> · <a href="/__calls">JSON</a> · <a href="/?wsdl">WSDL</a></p>
${rows.join('\n')}
</html>
`;
}
