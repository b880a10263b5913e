import { escapeText } from '@soapstone/soap-model/xml';

/** The styles of every page. */
const STYLE =
  'body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark } ' +
  'pre, textarea { font: 13px/1.4 ui-monospace, monospace } pre { overflow: auto; padding: .5rem; border: 1px solid #8886 }';

/**
 * Writes a page of a local server. It loads nothing from elsewhere.
 *
 * @param title the title, as text
 * @param style more styles
 * @param body the content, as HTML: the caller escapes texts of strangers
 */
export function htmlPage(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<style>
  ${STYLE}
  ${style}
</style>
${body}
</html>
`;
}
