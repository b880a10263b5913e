import { request as httpsRequest } from 'node:https';

/** A subscription to changes of the tools of a service. */
export interface Listening {
  /** Everything that was received. */
  readonly text: string;
  close(): void;
}

/** Subscribes to changes of a service as an agent does (`subscriptions/listen` of revision 2026-07-28). */
export function listenForChanges(url: string, key: string): Listening {
  const listening = { text: '', close: () => request.destroy() };
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
    response.on('data', (chunk) => {
      listening.text += String(chunk);
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
