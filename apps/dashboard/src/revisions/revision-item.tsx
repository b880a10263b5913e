import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Revision, revisionQuery, useDecideRevision } from '../api/revisions.js';
import type { ServiceDetail } from '../api/services.js';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { useBase } from '../components/forms/use-base.js';
import { showDone } from '../components/notices/show-done.js';
import { formatMoment, formatPlural } from '../text/format.js';
import { AnnounceForm } from './announce-form.js';
import { CallerList } from './caller-list.js';
import { ChangeList } from './change-list.js';
import classes from './revision-list.module.css';
import { type RevisionState, stateOf } from './revision-state.js';

const BADGES: Readonly<
  Record<RevisionState, { readonly label: string; readonly color: string } | undefined>
> = {
  live: { label: 'Live', color: 'soap' },
  'was-live': { label: 'Was live', color: 'gray' },
  rejected: { label: 'Rejected', color: 'gray' },
  pending: { label: 'Needs approval', color: 'yellow' },
  skipped: undefined,
};

/** A later check of the WSDL found another one. */
const REPLACED = { label: 'Replaced', color: 'gray' };

/** One revision: its source, its changes, and the buttons that publish or reject it. */
export function RevisionItem({
  service,
  live,
  revision,
  before,
  comparing,
  onCompare,
}: {
  readonly service: ServiceDetail;
  /** The number of the live revision. */
  readonly live: number;
  readonly revision: Revision;
  /** The revision that was live before the live one. */
  readonly before: number | undefined;
  readonly comparing: boolean;
  readonly onCompare: (comparing: boolean) => void;
}) {
  const { number, inForce } = revision;
  const [asking, setAsking] = useState<'publish' | 'reject'>();
  const state = stateOf(revision, live);
  const action = state === 'was-live' ? 'Roll back' : 'Publish';
  const verb = state === 'was-live' ? 'Roll back to' : 'Publish';
  // The subject of the dialogs, by which they notice decisions of others in the meantime.
  const detail = useQuery({
    ...revisionQuery(service.serviceId, number),
    enabled: asking !== undefined,
  });
  const seen = useBase(
    {
      number,
      live: detail.data?.from ?? service.revision,
      waiting: state === 'pending',
      etag: detail.data?.etag,
    },
    asking !== undefined && !detail.isLoading,
  );
  const activate = useDecideRevision(service.serviceId, seen, 'in-force');
  const reject = useDecideRevision(service.serviceId, seen, 'rejected');
  const dialog = {
    tone: 'plain',
    disabled: detail.isLoading,
    onClose: () => setAsking(undefined),
  } as const;
  const done = (message: string) => {
    setAsking(undefined);
    onCompare(false);
    showDone(message);
  };
  // The live revision is compared with the one before it, the others with the live one.
  const from = inForce ? before : undefined;
  const comparable = !inForce || before !== undefined;
  return (
    <li className={classes['item']}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Facts
          revision={revision}
          badge={state === 'rejected' && revision.replaced ? REPLACED : BADGES[state]}
        />
        <Group gap="xs">
          {comparable && (
            <Button
              size="xs"
              variant="default"
              aria-expanded={comparing}
              aria-label={`${comparing ? 'Hide changes' : 'Show changes'} of revision ${number}`}
              onClick={() => onCompare(!comparing)}
            >
              {comparing ? 'Hide changes' : 'Show changes'}
            </Button>
          )}
          {state === 'pending' && (
            <Button
              size="xs"
              variant="default"
              onClick={() => setAsking('reject')}
              aria-label={`Reject revision ${number}`}
            >
              Reject
            </Button>
          )}
          {!inForce && (
            <Button
              size="xs"
              variant={state === 'pending' ? 'filled' : 'default'}
              onClick={() => setAsking('publish')}
              aria-label={`${verb} revision ${number}`}
            >
              {action}
            </Button>
          )}
        </Group>
      </Group>
      {comparing && comparable && <ChangeList serviceId={service.serviceId} number={number} from={from} />}
      {comparing && state === 'pending' && <CallerList serviceId={service.serviceId} number={number} />}
      {comparing && state === 'pending' && <AnnounceForm serviceId={service.serviceId} number={number} />}
      <ConfirmDialog
        {...dialog}
        opened={asking === 'publish'}
        title={`${verb} revision ${number}?`}
        confirm={action}
        pending={activate.isPending}
        error={activate.error}
        onConfirm={() => activate.mutate(null, { onSuccess: () => done(`Revision ${number} is live`) })}
      >
        <ChangeList serviceId={service.serviceId} number={number} brief />
        <Text size="sm">
          Takes effect immediately for all clients. You can publish another revision at any time.
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        {...dialog}
        opened={asking === 'reject'}
        title={`Reject revision ${number}?`}
        confirm="Reject"
        pending={reject.isPending}
        error={reject.error}
        onConfirm={() => reject.mutate(null, { onSuccess: () => done(`Revision ${number} rejected`) })}
      >
        <Text size="sm">
          Revision {service.revision} stays live. You can still publish revision {number} later. If you
          announced the operations that it removes, the announcement ends.
        </Text>
      </ConfirmDialog>
    </li>
  );
}

/** Number and state of a revision, where it came from and since when it has been live. */
function Facts({
  revision: { number, createdAt, source, diagnostics, liveAt, watched },
  badge,
}: {
  readonly revision: Revision;
  readonly badge: (typeof BADGES)[keyof typeof BADGES] | undefined;
}) {
  return (
    <Stack gap={2} miw={0}>
      <Group gap="xs">
        <Text fw={600}>Revision {number}</Text>
        {badge !== undefined && (
          <Badge variant="light" color={badge.color} tt="none">
            {badge.label}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" className={classes['source'] ?? ''}>
        {formatMoment(createdAt)}, {watched ? 'found by a check of' : 'from'} {source}
      </Text>
      {liveAt !== null && (
        <Text size="sm" c="dimmed">
          First live {formatMoment(liveAt)}
        </Text>
      )}
      {diagnostics > 0 && (
        <Text size="sm" c="dimmed">
          {formatPlural(diagnostics, 'finding')} in its files
        </Text>
      )}
    </Stack>
  );
}
