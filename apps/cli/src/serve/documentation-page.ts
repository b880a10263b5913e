import { operationPath } from '@soapstone/http-contract';
import { stringify } from '@soapstone/json-xml-mapper';
import { escapeAttribute } from '@soapstone/soap-model/xml';
import { describeService } from '../inspect/describe-service.js';
import type { FieldDescription } from '../inspect/describe-shape.js';
import { htmlPage } from '../local-servers/html-page.js';
import { LOCAL_ACCOUNT, type ServedService } from '../local-servers/served-service.js';
import { folderOf } from './serve-route.js';

/** The page at `/`: every operation with its input and output, an example, and a button that sends it. Loads no external script. */
export function documentationPage(services: readonly ServedService[], baseUrl: string): string {
  const sections = services.map((served) => serviceSection(served, baseUrl)).join('\n');
  return htmlPage(
    'soapstone serve',
    'body { max-width: 60rem } h3 { margin-bottom: 0 } pre, textarea { width: 100%; box-sizing: border-box } ' +
      'textarea { min-height: 8rem } .type { opacity: .7 }',
    `<h1>Local JSON gateway</h1>
${sections}
<script>
document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const output = form.querySelector('pre');
  output.textContent = '…';
  try {
    const response = await fetch(form.action, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: form.input.value });
    output.textContent = response.status + '\\n' + await response.text();
  } catch (error) { output.textContent = String(error) }
});
</script>`,
  );
}

function serviceSection({ slug, service, routes }: ServedService, baseUrl: string): string {
  const { services, documentation } = describeService(service.description.model);
  const operations = services.flatMap(({ ports }) => ports.flatMap((port) => port.operations));
  const articles = operations.flatMap(({ exposedAs, documentation: text, input, result }) => {
    if (exposedAs === undefined) return [];
    const path = operationPath(LOCAL_ACCOUNT, slug, exposedAs);
    const example = stringify(service.mapper.compile(exposedAs).example('input'));
    return [
      `<h3>${escapeAttribute(exposedAs)}</h3>
<p>${escapeAttribute(text ?? '')}</p>
<p>${fieldList(input?.fields ?? [])} <br>→ ${fieldList(result?.fields ?? [])}</p>
<form action="${escapeAttribute(path)}"><label><code>POST ${escapeAttribute(baseUrl + path)}</code>
<textarea name="input" spellcheck="false">${escapeAttribute(example)}</textarea></label><button>Send</button><pre aria-live="polite"></pre></form>`,
    ];
  });
  const ofRoutes =
    routes === undefined
      ? ''
      : ` <a href="${escapeAttribute(folderOf(slug))}/openapi.json">OpenAPI of its routes</a>`;
  return `<section><h2>${escapeAttribute(slug)}</h2>
<p>${escapeAttribute(documentation ?? '')} <a href="/${encodeURIComponent(slug)}/openapi.json">OpenAPI</a>${ofRoutes}</p>
${articles.join('\n')}</section>`;
}

function fieldList(fields: readonly FieldDescription[]): string {
  if (fields.length === 0) return '<code>{}</code>';
  const items = fields.map(({ key, type, required, array }) => {
    const optional = required ? '' : '?';
    return `<code>${escapeAttribute(key)}${optional}</code> <span class="type">${escapeAttribute(type)}${array ? '[]' : ''}</span>`;
  });
  return items.join(', ');
}
