import { request as httpsRequest } from 'node:https';

/** A subscription to changes of the tools of a service. */
export interface Listening {
  /** The HTTP status; 0 before the response. */
  readonly status: number;
  /** Everything that was received. */
  readonly text: string;
  readonly ended: boolean;
  close(): void;
}

/** Subscribes to changes of a service in the way that agents do (`subscriptions/listen` of revision 2026-07-28). */
export function listenForChanges(url: string, key: string): Listening {
  const listening = { status: 0, text: '', ended: false, close: () => void request.destroy() };
  const request = httpsRequest(new URL(url), {
    method: 'POST',
    rejectUnauthorized: false,
    agent: false,
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'subscriptions/listen',
    },
  });
  request.on('response', (response) => {
    listening.status = response.statusCode ?? 0;
    response.on('data', (chunk) => {
      listening.text += String(chunk);
    });
    response.on('close', () => {
      listening.ended = true;
    });
    response.on('error', () => {});
  });
  request.on('error', () => {});
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { notifications: { toolsListChanged: true, resourcesListChanged: true }, _meta };
  request.end(JSON.stringify({ jsonrpc: '2.0', id: 's', method: 'subscriptions/listen', params }));
  return listening;
}
