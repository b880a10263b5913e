import { createUncheckedTransport } from '@soapstone/soap-transport/unchecked';
import type { Config } from '../config/config.js';
import type { outboundProxyOf } from '../config/outbound-proxy.js';
import { RECEIVER_LIMITS } from '../events/receiver-limits.js';
import {
  createWebhookSender,
  type WebhookSender,
  type WebhookSenderDependencies,
} from '../events/webhook-sender.js';

/** The delivery of events to webhooks. */
export interface Webhooks {
  readonly sender: WebhookSender;
  /** Stops, and closes the connections. */
  close(): Promise<void>;
}

/** Creates the sender, with a transport of its own: the same egress rules and the same proxy as calls. */
export function openWebhooks(
  { egressAllow, baseUrl }: Pick<Config, 'egressAllow' | 'baseUrl'>,
  deps: Omit<WebhookSenderDependencies, 'transport' | 'baseUrl' | 'random'> & {
    readonly proxy: Awaited<ReturnType<typeof outboundProxyOf>>;
  },
): Webhooks {
  const { proxy, ...others } = deps;
  const transport = createUncheckedTransport({
    egress: { allow: egressAllow },
    proxy,
    limits: RECEIVER_LIMITS,
    userAgent: 'Soapstone-Webhooks',
  });
  const sender = createWebhookSender({ ...others, transport, baseUrl, random: Math.random });
  return {
    sender,
    async close() {
      await sender.close();
      await transport.close();
    },
  };
}
