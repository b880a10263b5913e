import { operationPath } from '@soapstone/http-contract';
import { stringify } from '@soapstone/json-xml-mapper';
import { describeService } from '../inspect/describe-service.js';
import type { FieldDescription } from '../inspect/describe-shape.js';
import { LOCAL_ACCOUNT, type ServedService } from '../servers/served-service.js';

/** The page at `/`: every operation with its input and output, an example, and a button that sends it. Loads no external script. */
export function documentationPage(services: readonly ServedService[], baseUrl: string): string {
  const sections = services.map((served) => serviceSection(served, baseUrl)).join('\n');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>soapstone serve</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
  h3 { margin-bottom: 0 } pre, textarea { font: 13px/1.4 ui-monospace, monospace; width: 100%; box-sizing: border-box }
  pre { overflow: auto; padding: .5rem; border: 1px solid #8886 } textarea { min-height: 8rem } .type { opacity: .7 }
</style>
<h1>Local JSON gateway</h1>
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
</script>
</html>
`;
}

function serviceSection({ slug, service }: ServedService, baseUrl: string): string {
  const { services, documentation } = describeService(service.description.model);
  const operations = services.flatMap(({ ports }) => ports.flatMap((port) => port.operations));
  const articles = operations.flatMap(({ exposedAs, documentation: text, input, result }) => {
    if (exposedAs === undefined) return [];
    const path = operationPath(LOCAL_ACCOUNT, slug, exposedAs);
    const example = stringify(service.mapper.compile(exposedAs).example('input'));
    return [
      `<h3>${escapeHtml(exposedAs)}</h3>
<p>${escapeHtml(text ?? '')}</p>
<p>${fieldList(input?.fields ?? [])} <br>→ ${fieldList(result?.fields ?? [])}</p>
<form action="${escapeHtml(path)}"><label><code>POST ${escapeHtml(baseUrl + path)}</code>
<textarea name="input" spellcheck="false">${escapeHtml(example)}</textarea></label><button>Send</button><pre aria-live="polite"></pre></form>`,
    ];
  });
  return `<section><h2>${escapeHtml(slug)}</h2>
<p>${escapeHtml(documentation ?? '')} <a href="/${encodeURIComponent(slug)}/openapi.json">OpenAPI</a></p>
${articles.join('\n')}</section>`;
}

function fieldList(fields: readonly FieldDescription[]): string {
  if (fields.length === 0) return '<code>{}</code>';
  const items = fields.map(({ key, type, required, array }) => {
    const optional = required ? '' : '?';
    return `<code>${escapeHtml(key)}${optional}</code> <span class="type">${escapeHtml(type)}${array ? '[]' : ''}</span>`;
  });
  return items.join(', ');
}

/** Names and documentation are untrusted text. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
