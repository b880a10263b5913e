import { Stack } from '@mantine/core';
import { useShownService } from '../service/use-shown-service.js';
import { AnswersSection } from './answers-section.js';
import { RecordingList } from './recording-list.js';
import { UploadSection } from './upload-section.js';

/** What responds to the calls of a service, and its recorded calls. */
export function RecordingsPage() {
  const service = useShownService('Recordings');
  return (
    <Stack gap="lg">
      <AnswersSection service={service} />
      <RecordingList serviceId={service.serviceId} />
      <UploadSection serviceId={service.serviceId} />
    </Stack>
  );
}
