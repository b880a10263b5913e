import { Button, Group } from '@mantine/core';
import { recordingsKey } from '../api/recordings.js';
import { useChange } from '../api/requests/use-change.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';

/** Keeps a captured call as a recording of its service. */
export function KeepRecording({
  serviceId,
  requestId,
}: {
  readonly serviceId: string;
  readonly requestId: string;
}) {
  const keep = useChange('post', '/api/manage/services/{serviceId}/calls/{requestId}/recording', {
    reloads: [recordingsKey(serviceId)],
  });
  return (
    <>
      <ErrorNotice error={keep.error} />
      <Group>
        <Button
          variant="default"
          loading={keep.isPending}
          onClick={() =>
            keep.mutate(
              { path: { serviceId, requestId }, body: {} },
              {
                onSuccess: ({ outcome }) =>
                  showDone(outcome === 'known' ? 'Already recorded' : 'Kept as recording'),
              },
            )
          }
        >
          Keep as recording
        </Button>
      </Group>
    </>
  );
}
