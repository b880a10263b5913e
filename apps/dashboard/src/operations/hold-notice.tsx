import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useChange } from '../api/requests/use-change.js';
import type { Operation } from '../api/services.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { formatMoment } from '../text/format.js';

/** Says that calls of an operation are rejected, and releases it. Renders nothing for an operation that is not on hold. */
export function HoldNotice({
  serviceId,
  operation: { name, heldSince },
}: {
  readonly serviceId: string;
  readonly operation: Operation;
}) {
  const release = useChange('delete', '/api/manage/services/{serviceId}/operations/{operation}/hold', {
    reloads: [['services', serviceId]],
  });
  if (heldSince === null) return null;
  return (
    <Alert color="red" title="This operation is on hold" icon={<IconHandStop aria-hidden />}>
      <Stack gap="sm">
        <Text size="sm">
          The gateway stopped responding on it twice within an hour. Calls have failed with OPERATION_HELD
          since {formatMoment(heldSince)}; your other operations work. Release it to try again, and contact
          the gateway’s operator if it happens again.
        </Text>
        <ErrorNotice error={release.error} />
        <Group>
          <Button
            variant="default"
            loading={release.isPending}
            onClick={() =>
              release.mutate(
                { path: { serviceId, operation: name } },
                { onSuccess: () => showDone('Operation released') },
              )
            }
          >
            Release operation
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
