import { createUncheckedTransport } from '@soapstone/soap-transport/unchecked';
import type { Config } from '../config/config.js';
import type { outboundProxyOf } from '../config/outbound-proxy.js';
import { createMailChannel } from '../events/mail-channel.js';
import { createMailer } from '../events/mailer.js';
import { createOutbox, type Outbox, type OutboxDependencies, runChannel } from '../events/outbox.js';
import { RECEIVER_LIMITS } from '../events/receiver-limits.js';
import { createWebhookChannel, type WebhookSenderDependencies } from '../events/webhook-sender.js';
import type { Store } from '../store/store.js';

/**
 * Creates the outbox: webhooks with a transport of their own, which has the same egress rules and the same proxy as calls, and email if a server
 * is configured.
 */
export async function openOutbox(
  { egressAllow, baseUrl, mail }: Pick<Config, 'egressAllow' | 'baseUrl' | 'mail'>,
  deps: Omit<OutboxDependencies, 'store' | 'mails'> &
    Pick<WebhookSenderDependencies, 'sealer'> & {
      readonly store: Store;
      readonly proxy: Awaited<ReturnType<typeof outboundProxyOf>>;
    },
): Promise<Outbox> {
  const { proxy, ...others } = deps;
  const transport = createUncheckedTransport({
    egress: { allow: egressAllow },
    proxy,
    limits: RECEIVER_LIMITS,
    userAgent: 'Soapstone-Webhooks',
  });
  const shared = { ...others, baseUrl, random: Math.random };
  const channels = [runChannel(createWebhookChannel({ ...shared, transport }))];
  if (mail !== undefined) {
    const mailer = await createMailer(mail);
    channels.push(runChannel(createMailChannel({ ...shared, mailer })));
  }
  const outbox = createOutbox({ ...others, mails: mail !== undefined }, channels);
  return {
    ...outbox,
    async close() {
      await outbox.close();
      await transport.close();
    },
  };
}
