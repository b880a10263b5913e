import { Button, Group } from '@mantine/core';
import { useKeepRecording } from '../api/recordings.js';
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
  const keep = useKeepRecording(serviceId, requestId);
  return (
    <>
      <ErrorNotice error={keep.error} />
      <Group>
        <Button
          variant="default"
          loading={keep.isPending}
          onClick={() =>
            keep.mutate(undefined, {
              onSuccess: ({ outcome }) =>
                showDone(outcome === 'known' ? 'Already recorded' : 'Kept as recording'),
            })
          }
        >
          Keep as recording
        </Button>
      </Group>
    </>
  );
}
