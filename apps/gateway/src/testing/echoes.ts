import type { IncomingMessage, ServerResponse } from 'node:http';
import { envelope } from './hostile-upstream.js';

/** The number of responses that `echoes` returns. */
export const ECHOES = 7;

/** Responses that repeat the whole request in every way in which an upstream could. */
export function echoes(request: IncomingMessage, body: string): ((response: ServerResponse) => void)[] {
  const heard = JSON.stringify(request.headers) + body;
  const escaped = heard.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  const fault = (text: string) =>
    envelope(
      `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>${text}</faultstring><detail><a>${text}</a></detail></soap:Fault>`,
    );
  const xml = { 'Content-Type': 'text/xml' };
  return [
    (response) => response.writeHead(500, xml).end(fault(escaped)),
    (response) => response.writeHead(200, xml).end(fault(`<![CDATA[${heard.replaceAll(']]>', '')}]]>`)),
    (response) => response.writeHead(401, { 'Content-Type': 'text/html' }).end(`<html>${escaped}</html>`),
    (response) => response.writeHead(200, xml).end(`<a>${escaped}`),
    (response) => response.writeHead(200, xml).end(envelope(`<wrong>${escaped}</wrong>`)),
    (response) =>
      response.writeHead(302, { Location: `/${encodeURIComponent(heard).slice(0, 4_000)}` }).end(),
    (response) => response.writeHead(500, { 'Content-Type': 'text/plain' }).end(heard),
  ];
}
