import { Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { itemsOf } from '../api/requests/pages.js';
import { pages } from '../api/requests/query.js';
import { NextPage } from '../components/forms/next-page.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { useShownService } from '../service/use-shown-service.js';
import { PageLoading } from '../shell/page-loading.js';
import { ImportSection } from './import-section.js';
import { RevisionItem } from './revision-item.js';
import classes from './revision-list.module.css';
import { liveNumber } from './revision-state.js';

const route = getRouteApi('/owner/services/$serviceId/revisions');
/** The value of the search parameter if no revision is expanded. */
const NONE = 0;

/** The revisions of a service, one per import, and which one is live. The URL says whose changes are shown. */
export function RevisionsPage() {
  const service = useShownService('Revisions');
  const list = useInfiniteQuery(
    pages('/api/manage/services/{serviceId}/revisions', { path: { serviceId: service.serviceId } }),
  );
  const { items: revisions, total } = itemsOf(list.data, (page) => page.revisions);
  const live = liveNumber(revisions, service.revision);
  const { compare = service.heldRevision } = route.useSearch();
  const navigate = route.useNavigate();
  const before = list.data?.pages.at(-1)?.liveBefore ?? undefined;
  return (
    <Stack gap="lg">
      <ImportSection service={service} />
      <Section
        title="Revisions"
        description="Every import is kept. One revision is live; you can publish any other."
      >
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
        {revisions === undefined && list.error === null && <PageLoading />}
        <ul className={classes['list']}>
          {revisions?.map((revision) => (
            <RevisionItem
              key={revision.number}
              service={service}
              live={live}
              revision={revision}
              before={before}
              comparing={revision.number === compare}
              onCompare={(comparing) =>
                void navigate({
                  search: { compare: comparing ? revision.number : NONE },
                  resetScroll: false,
                })
              }
            />
          ))}
        </ul>
        <NextPage list={list} shown={revisions?.length} total={total} />
      </Section>
    </Stack>
  );
}
