import { Alert } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Delivery, deliveriesQuery, type Webhook } from '../api/events.js';
import { keyOf } from '../api/requests/query.js';
import { forget } from '../api/requests/query-client.js';
import { formatMoment } from '../text/format.js';
import { describeFailure } from './describe-failure.js';

/** The status with which a receiver ends its webhook. */
const GONE = 410;

/** Returns the delivery of a test event once it was attempted; `isWaiting` until then. Without an event, there is nothing to wait for. */
export function useTestedDelivery(
  { id, enabled }: Webhook,
  eventId: string | undefined,
): { readonly delivery: Delivery | undefined; readonly isWaiting: boolean } {
  const { data } = useInfiniteQuery(deliveriesQuery(id));
  const found = data?.pages
    .flatMap(({ deliveries }) => deliveries)
    .find((delivery) => delivery.eventId === eventId);
  const delivery = found?.attempts.length === 0 ? undefined : found;
  const isGone = delivery?.attempts.at(-1)?.status === GONE;
  // The receiver has turned the webhook off.
  useEffect(() => {
    if (isGone) void forget(keyOf('/api/manage/webhooks'));
  }, [isGone]);
  return { delivery, isWaiting: enabled && found !== undefined && delivery === undefined };
}

/** The receiver's response to a test event. */
export function TestOutcome({ delivery }: { readonly delivery: Delivery }) {
  const { state, nextAt } = delivery;
  const last = delivery.attempts.at(-1);
  if (last === undefined) return null;
  if (state === 'delivered')
    return (
      <Alert role="status" color="soap" title="Test event delivered">
        The receiver responded with {last.status} in {last.latencyMs} ms.
      </Alert>
    );
  const failure = describeFailure(last);
  const response = last.status === null ? null : `The receiver responded with ${last.status}`;
  return (
    <Alert role="alert" color="red" title="Test event not delivered">
      {[response, failure].filter((part) => part !== null).join(': ')}.
      {nextAt !== null && ` The next attempt is on ${formatMoment(nextAt)}.`}
    </Alert>
  );
}
