import { Stack } from '@mantine/core';
import { IconPlus, IconServer2 } from '@tabler/icons-react';
import { useDrafts } from '../api/drafts.js';
import { useServices } from '../api/services.js';
import { useSession } from '../api/session.js';
import { EmptyState } from '../components/empty-state.js';
import { ErrorNotice } from '../components/error-notice.js';
import { formatPlural } from '../components/format.js';
import { ButtonLink } from '../components/links.js';
import { PageHeader } from '../components/page-header.js';
import { DraftList } from '../drafts/draft-list.js';
import { PageLoading } from '../shell/page-loading.js';
import { SearchableServices } from './searchable-services.js';

/** The services of the account, with their status. */
export function ServicesPage() {
  const { data: services, error, refetch } = useServices();
  const { data: drafts = [] } = useDrafts();
  const { plan } = useSession().account;
  const register = (
    <ButtonLink to="/services/register" leftSection={<IconPlus size={18} aria-hidden />}>
      Register a service
    </ButtonLink>
  );
  const room =
    services === undefined || plan.services === null
      ? undefined
      : `${services.length} of ${formatPlural(plan.services, 'service')} on the ${plan.name} plan`;
  return (
    <Stack gap="lg">
      <PageHeader
        title="Services"
        {...(room === undefined ? {} : { description: room })}
        actions={services !== undefined && services.length > 0 && register}
      />
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      {services === undefined && error === null && <PageLoading />}
      {services?.length === 0 && (
        <EmptyState
          icon={<IconServer2 size={28} stroke={1.6} />}
          title="Turn a SOAP service into a JSON API"
          action={register}
        >
          Enter the URL of a WSDL or upload its files. In seconds, every operation gets its own JSON endpoint.
        </EmptyState>
      )}
      {services !== undefined && services.length > 0 && <SearchableServices services={services} />}
      <DraftList drafts={drafts} />
    </Stack>
  );
}
