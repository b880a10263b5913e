import { Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconServer2 } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDrafts } from '../api/drafts.js';
import { itemsOf, useSettled } from '../api/requests/pages.js';
import { servicesQuery, useServiceCount } from '../api/services.js';
import { useSession } from '../api/session.js';
import { NextPage } from '../components/forms/next-page.js';
import { readListSearch, SearchInput } from '../components/forms/search-input.js';
import { ButtonLink } from '../components/layout/links.js';
import { PageHeader } from '../components/layout/page-header.js';
import { EmptyState } from '../components/notices/empty-state.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { DraftList } from '../drafts/draft-list.js';
import { FirstSteps } from '../first-steps/first-steps.js';
import { SampleButton } from '../first-steps/sample-button.js';
import { PageLoading } from '../shell/page-loading.js';
import { formatPlural } from '../text/format.js';
import { ServiceList } from './service-list.js';

/** Shorter lists have no search. */
const WORTH_SEARCHING = 8;

const route = getRouteApi('/owner/services');

/** The services of the account, with their status. The search is in the URL. */
export function ServicesPage() {
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery(servicesQuery(search));
  const { shown } = useSettled(
    { ...itemsOf(list.data, (page) => page.services), search },
    list.isPlaceholderData,
  );
  const { items: services, total } = shown;
  const count = useServiceCount();
  const { data: drafts = [] } = useDrafts();
  const { plan } = useSession().account;
  const register = (
    <ButtonLink to="/services/register" leftSection={<IconPlus size={18} aria-hidden />}>
      Register a service
    </ButtonLink>
  );
  const room =
    count === undefined || plan.services === null
      ? undefined
      : `${count} of ${formatPlural(plan.services, 'service')} on the ${plan.name} plan`;
  const isSearchable = search !== '' || (count ?? 0) > WORTH_SEARCHING;
  return (
    <Stack gap="lg">
      <PageHeader
        title="Services"
        {...(room !== undefined && { description: room })}
        actions={count !== undefined && count > 0 && register}
      />
      <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      {services === undefined && list.error === null && <PageLoading />}
      {count === 0 && (
        <EmptyState
          icon={<IconServer2 size={28} stroke={1.6} />}
          title="Turn a SOAP service into a JSON API"
          action={
            <Group justify="center" align="flex-start">
              {register}
              <SampleButton />
            </Group>
          }
        >
          Enter the URL of a WSDL or upload its files. In seconds, every operation gets its own JSON endpoint.
        </EmptyState>
      )}
      {services !== undefined && count !== undefined && count > 0 && (
        <Stack gap="md">
          {isSearchable && (
            <SearchInput
              label="Search services"
              placeholder="Name or path"
              value={search}
              onSearch={(wanted) =>
                void navigate({
                  search: readListSearch({ search: wanted }),
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          )}
          {services.length > 0 && <ServiceList services={services} />}
          {shown.search !== '' && (
            <Text size="sm" role="status">
              {total === 0
                ? `No service matches “${shown.search}”.`
                : `${formatPlural(total ?? 0, 'service')} found`}
            </Text>
          )}
          <NextPage key={search} list={list} shown={services.length} total={total} />
        </Stack>
      )}
      <DraftList drafts={drafts} />
      <FirstSteps />
    </Stack>
  );
}
