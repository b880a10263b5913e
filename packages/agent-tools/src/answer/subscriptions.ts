import type { AgentHost, MessageOptions } from '../host.js';
import { isObjectText, parseValue } from '../protocol/raw-json.js';
import { RPC, RpcError } from '../protocol/rpc-error.js';
import { notification } from '../protocol/write-answer.js';

/**
 * Keeps a subscription open until the client or the transport ends it: acknowledges it, and reports every change of the listing.
 *
 * @param id the JSON text of the request's id, which identifies the subscription
 */
export async function listen(
  id: string,
  filter: Uint8Array | undefined,
  host: Pick<AgentHost, 'onChange'>,
  { signal, notify }: MessageOptions,
): Promise<void> {
  if (filter === undefined || !isObjectText(filter)) {
    throw new RpcError(RPC.invalidParams, 'The param "notifications" must be an object', { status: 200 });
  }
  const asked = parseValue(filter) as {
    readonly toolsListChanged?: unknown;
    readonly resourcesListChanged?: unknown;
  };
  const tools = asked.toolsListChanged === true && host.onChange !== undefined;
  const resources = asked.resourcesListChanged === true && host.onChange !== undefined;
  const honoured = {
    ...(tools ? { toolsListChanged: true } : {}),
    ...(resources ? { resourcesListChanged: true } : {}),
  };
  const meta = `"_meta":{"io.modelcontextprotocol/subscriptionId":${id}}`;
  notify(
    notification(
      'notifications/subscriptions/acknowledged',
      `${meta},"notifications":${JSON.stringify(honoured)}`,
    ),
  );
  let stop: (() => void) | undefined;
  await new Promise<void>((resolve) => {
    const changed = (): void => {
      if (tools) notify(notification('notifications/tools/list_changed', meta));
      if (resources) notify(notification('notifications/resources/list_changed', meta));
    };
    // A server that ends a subscription must say so.
    const end = (): void => {
      if (!signal.aborted) notify(notification('notifications/cancelled', `"requestId":${id}`));
      resolve();
    };
    stop = host.onChange?.(changed, end);
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', { handleEvent: () => resolve() }, { once: true });
  });
  stop?.();
}
