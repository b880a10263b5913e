import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Revision, useActivateRevision } from '../api/revisions.js';
import type { ServiceDetail } from '../api/services.js';
import { ConfirmDialog } from '../components/confirm-dialog.js';
import { formatMoment, formatPlural } from '../components/format.js';
import { showDone } from '../components/show-done.js';
import { ChangeList } from './change-list.js';
import classes from './revision-list.module.css';

/** One revision: its source, its changes, and the button that publishes it. */
export function RevisionItem({
  service,
  revision,
}: {
  readonly service: ServiceDetail;
  readonly revision: Revision;
}) {
  const { number, createdAt, source, inForce, diagnostics } = revision;
  const [comparing, setComparing] = useState(number === service.heldRevision);
  const [asking, setAsking] = useState(false);
  const activate = useActivateRevision(service.serviceId);
  const held = number > service.revision;
  const action = 'Publish';
  return (
    <li className={classes['item']}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text fw={600}>Revision {number}</Text>
            {inForce && (
              <Badge variant="light" tt="none">
                Live
              </Badge>
            )}
            {held && (
              <Badge variant="light" color="yellow" tt="none">
                Needs approval
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed" className={classes['source'] ?? ''}>
            {formatMoment(createdAt)}, from {source}
          </Text>
          {diagnostics > 0 && (
            <Text size="sm" c="dimmed">
              {formatPlural(diagnostics, 'finding')} in its files
            </Text>
          )}
        </Stack>
        {!inForce && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              aria-expanded={comparing}
              onClick={() => setComparing(!comparing)}
            >
              {comparing ? 'Hide changes' : 'Show changes'}
            </Button>
            <Button
              size="xs"
              variant={held ? 'filled' : 'default'}
              onClick={() => setAsking(true)}
              aria-label={`${action}: revision ${number}`}
            >
              {action}
            </Button>
          </Group>
        )}
      </Group>
      {comparing && !inForce && <ChangeList serviceId={service.serviceId} number={number} />}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Publish revision ${number}?`}
        confirm="Publish"
        tone="plain"
        pending={activate.isPending}
        error={activate.error}
        onConfirm={() =>
          activate.mutate(number, {
            onSuccess: () => {
              setAsking(false);
              setComparing(false);
              showDone(`Revision ${number} is live`);
            },
          })
        }
      >
        <ChangeList serviceId={service.serviceId} number={number} brief />
        <Text size="sm">
          Takes effect immediately for all clients. You can publish another revision at any time.
        </Text>
      </ConfirmDialog>
    </li>
  );
}
