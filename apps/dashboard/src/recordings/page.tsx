import { Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { recordingsQuery } from '../api/recordings.js';
import { useShownService } from '../service/use-shown-service.js';
import { AnswersSection } from './answers-section.js';
import { RecordingList } from './recording-list.js';
import { UploadSection } from './upload-section.js';

const route = getRouteApi('/owner/services/$serviceId/recordings');

/** Selects what responds to the calls of a service, and lists its recorded calls. The search is in the URL. */
export function RecordingsPage() {
  const service = useShownService('Recordings');
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { isPending } = useInfiniteQuery(recordingsQuery(service.serviceId, search));
  return (
    <Stack gap="lg">
      <AnswersSection service={service} />
      <RecordingList
        serviceId={service.serviceId}
        search={search}
        onSearch={(wanted) => void navigate({ search: wanted, replace: true, resetScroll: false })}
      />
      {/* Below a list of unknown height: it appears together with the list. */}
      {!isPending && <UploadSection serviceId={service.serviceId} />}
    </Stack>
  );
}
