import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconPlayerPause } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../api/requests/errors.js';
import { queryClient } from '../api/requests/query-client.js';
import { OperationList } from '../api-reference/operation-list.js';
import referenceClasses from '../api-reference/page.module.css';
import { PageHeader } from '../components/layout/page-header.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { CopyLine } from '../components/show/copy-line.js';
import { PageLoading } from '../shell/page-loading.js';
import { ChangelogSection } from './changelog-section.js';
import { ErrorsSection } from './errors-section.js';
import { OperationSection } from './operation-section.js';
import classes from './page.module.css';
import { StatusSection } from './status-section.js';
import { type ConsumerPage, consumerPageQuery, pageOperationQuery } from './visit.js';

const route = getRouteApi('/consumer/pages/$first/$second');

/** The page of a service for its consumers: how to call it, every operation, and what errors and limits mean. */
export function ConsumerPagePage() {
  const place = route.useParams();
  const { data: page, error, refetch } = useQuery(consumerPageQuery(place));
  if (page !== undefined) return <Shown page={page} />;
  if (error === null) return <PageLoading />;
  if (error instanceof ApiError && error.status === 404) return <Missing />;
  return <ErrorNotice error={error} onRetry={() => void refetch()} />;
}

function Missing() {
  return (
    <Stack align="flex-start" maw={560}>
      <PageHeader title="Page not found" />
      <Text>
        The link may be wrong or replaced, or the owner has turned the page off. Ask whoever gave you the link
        for a new one.
      </Text>
    </Stack>
  );
}

function Shown({ page }: { readonly page: ConsumerPage }) {
  const place = route.useParams();
  const { operation: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  /** Kept here alone: the key is gone when the tab is closed or loaded again. */
  const [key, setKey] = useState('');
  const operation = page.operations.find(({ name }) => name === wanted);
  const listed = page.operations.map(({ name, path, methods, routed, documentation }) => ({
    name,
    methods,
    documentation,
    ...(routed && { label: path.slice(new URL(page.baseUrl).pathname.length) }),
  }));
  return (
    <Stack gap="lg">
      <div dir="auto">
        <PageHeader title={page.name} />
        {page.description !== null && <Text className={classes['text'] ?? ''}>{page.description}</Text>}
      </div>
      {page.status === 'paused' && (
        <Alert color="yellow" icon={<IconPlayerPause aria-hidden />} title="Paused">
          The owner of this API has paused it. Calls get status 503 until it is active again.
        </Alert>
      )}
      <CallSection page={page} />
      <div className={referenceClasses['columns']} data-open={operation !== undefined}>
        <OperationList
          operations={listed}
          selected={operation?.name}
          onSelect={(name) => void navigate({ search: { operation: name }, resetScroll: false })}
          onNear={() => {
            const [first] = page.operations;
            if (first !== undefined) void queryClient.prefetchQuery(pageOperationQuery(place, first.name));
          }}
        />
        <div className={referenceClasses['operation']}>
          {operation !== undefined && (
            <OperationSection
              key={operation.name}
              place={place}
              page={page}
              operation={operation}
              apiKey={key}
              onKey={setKey}
            />
          )}
        </div>
      </div>
      <ErrorsSection page={page} />
      <StatusSection page={page} />
      <ChangelogSection place={place} />
    </Stack>
  );
}

/** The address of the API, the header with the key, and what can be downloaded. */
function CallSection({ page }: { readonly page: ConsumerPage }) {
  const { baseUrl, openapiUrl, certificateUrl } = page;
  return (
    <Section
      title="Calling the API"
      description="Send JSON over HTTPS, with your API key in the header X-API-Key or as Authorization: Bearer. The owner of this API gives you the key."
    >
      <CopyLine value={baseUrl} what="the base URL" />
      {(openapiUrl !== null || certificateUrl !== null) && (
        <Group gap="sm">
          {openapiUrl !== null && <Download url={openapiUrl} label="OpenAPI 3.0" />}
          {certificateUrl !== null && <Download url={certificateUrl} label="Certificate" />}
        </Group>
      )}
      {certificateUrl !== null && (
        <Text size="sm">
          The certificate of this gateway is self-signed, so programs must be told to trust it: curl with{' '}
          <code>--cacert gateway.pem</code>, Node with <code>NODE_EXTRA_CA_CERTS=gateway.pem</code>. Check
          with the owner that it is the right one.
        </Text>
      )}
    </Section>
  );
}

function Download({ url, label }: { readonly url: string; readonly label: string }) {
  // The path alone: the page may be open under another name of the gateway.
  return (
    <Button
      component="a"
      href={new URL(url).pathname}
      download
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
    >
      {label}
    </Button>
  );
}
