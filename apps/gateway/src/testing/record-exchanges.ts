import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, SentRequest } from './https-client.js';

/** The variable with the folder that gets the exchanges of the tests, for others to judge (`pnpm conformance external`). */
export const EXCHANGES = 'SOAPSTONE_EXCHANGES';

/** A response of a gateway under test, one line of a file `*.jsonl`. */
export interface Exchange {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in base64. */
  readonly body: string;
  /** The file in the same folder with the OpenAPI document that describes the operation, as the gateway published it then. */
  readonly description?: string;
}

type Send = (path: string, request?: SentRequest) => Promise<Answer>;

/** The paths of calls by name and by route, up to their service. */
const SERVICE = /^\/(?:api\/v1|apis)\/[^/?]+\/[^/?]+(?=\/)/;

/** Records what is sent and returned, if `SOAPSTONE_EXCHANGES` is set. Otherwise returns `send` itself. */
export function recordExchanges(send: Send): Send {
  const folder = process.env[EXCHANGES];
  if (folder === undefined) return send;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.jsonl`);
  /** The document that an address returned last: a key may be revoked, and a response is still that of its service. */
  const known = new Map<string, string>();

  async function describe(path: string, headers: SentRequest['headers']): Promise<string | undefined> {
    const service = SERVICE.exec(path)?.[0];
    const address = service === undefined ? '/api/manage/openapi' : `${service}/openapi.json`;
    if (service === undefined && (known.has(address) || !/^\/api\/(?:manage|admin|services)\//.test(path))) {
      return known.get(address);
    }
    const { 'X-API-Key': key, Cookie: cookie } = headers ?? {};
    const credentials = { ...(key && { 'X-API-Key': key }), ...(cookie && { Cookie: cookie }) };
    const answer = await send(address, { headers: credentials });
    // A route may have this path itself.
    if (answer.status === 200 && answer.text.includes('"openapi":')) {
      const name = `${createHash('sha256').update(answer.text).digest('hex')}.json`;
      if (!existsSync(join(folder!, name))) writeFileSync(join(folder!, name), answer.text);
      known.set(address, name);
    }
    return known.get(address);
  }

  return async (path, request = {}) => {
    const answer = await send(path, request);
    const description = await describe(path, request.headers);
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    );
    const { method = 'GET' } = request;
    const exchange: Exchange = {
      ...{ method, path, status: answer.status, headers, body: answer.bytes.toString('base64') },
      ...(description !== undefined && { description }),
    };
    appendFileSync(file, `${JSON.stringify(exchange)}\n`);
    return answer;
  };
}
