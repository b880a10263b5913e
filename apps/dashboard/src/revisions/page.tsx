import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { revisionsQuery } from '../api/revisions.js';
import { ErrorNotice } from '../components/error-notice.js';
import { Section } from '../components/section.js';
import { useShownService } from '../service/use-shown-service.js';
import { PageLoading } from '../shell/page-loading.js';
import { ImportSection } from './import-section.js';
import { RevisionItem } from './revision-item.js';
import classes from './revision-list.module.css';

/** The revisions of a service, one per import, and which one is live. */
export function RevisionsPage() {
  const service = useShownService('Revisions');
  const { data: revisions, error, refetch } = useQuery(revisionsQuery(service.serviceId));
  return (
    <Stack gap="lg">
      <ImportSection service={service} />
      <Section
        title="Revisions"
        description="Every import is kept. One revision is live; you can publish any other."
      >
        <ErrorNotice error={error} onRetry={() => void refetch()} />
        {revisions === undefined && error === null && <PageLoading />}
        <ul className={classes['list']}>
          {revisions?.map((revision) => (
            <RevisionItem key={revision.number} service={service} revision={revision} />
          ))}
        </ul>
      </Section>
    </Stack>
  );
}
