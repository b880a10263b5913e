import type { DesignPreview } from '../api/design.js';
import { formatJson } from '../try-it/format-json.js';

type Shown = Omit<DesignPreview['before'], 'members'>;

/** A request as a client sends it: method and path with values, and the body. */
export function requestText({ method, route, path, query, body }: Shown): string {
  const values = [...path];
  const filled = route.replace(/\{[^{}]*\}/g, (place) => {
    const value = values.shift();
    return value === undefined ? place : encodeURIComponent(value);
  });
  const parameters = query.map((pair) => pair.map(encodeURIComponent).join('='));
  const line = `${method} ${[filled, ...(parameters.length === 0 ? [] : [parameters.join('&')])].join('?')}`;
  return body === null ? line : `${line}\n\n${formatJson(body)}`;
}

/** A response as a client gets it: the status and the body. */
export function responseText({ status, result }: Shown): string {
  return result === null ? String(status) : `${status}\n\n${formatJson(result)}`;
}
