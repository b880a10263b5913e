import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { recordingsQuery } from '../api/recordings.js';
import { useShownService } from '../service/use-shown-service.js';
import { AnswersSection } from './answers-section.js';
import { RecordingList } from './recording-list.js';
import { UploadSection } from './upload-section.js';

/** Selects what responds to the calls of a service, and lists its recorded calls. */
export function RecordingsPage() {
  const service = useShownService('Recordings');
  const { isPending } = useQuery(recordingsQuery(service.serviceId));
  return (
    <Stack gap="lg">
      <AnswersSection service={service} />
      <RecordingList serviceId={service.serviceId} />
      {/* Below a list of unknown height: it appears together with the list. */}
      {!isPending && <UploadSection serviceId={service.serviceId} />}
    </Stack>
  );
}
