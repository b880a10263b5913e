import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { query } from '../api/requests/query.js';
import { TextLink } from '../components/layout/links.js';
import { Section } from '../components/layout/section.js';
import { useShownService } from '../service/use-shown-service.js';
import { OperationDrawer } from './operation-drawer.js';
import { OperationTable } from './operation-table.js';
import { type OperationsSearch, readOperationsSearch } from './operations-search.js';

const route = getRouteApi('/owner/services/$serviceId/operations');

const POLICY = { POST: 'POST', GET: 'GET where possible', 'GET + POST': 'GET where possible, and POST' };

/** The operations of a service: their documentation, methods and support. */
export function OperationsPage() {
  const service = useShownService('Operations');
  const view = route.useSearch();
  const navigate = route.useNavigate();
  const { serviceId, operations, settings } = service;
  const { data: deprecations } = useQuery(
    query('/api/manage/services/{serviceId}/deprecations', { path: { serviceId } }),
  );
  const deprecated = useMemo(
    () =>
      new Set([
        ...(deprecations?.operations ?? []).map(({ operation }) => operation),
        ...(deprecations?.announced ?? []).flatMap((announced) => announced.operations),
      ]),
    [deprecations],
  );
  const change = useCallback(
    (next: OperationsSearch, replace: boolean) =>
      void navigate({
        search: (present) => readOperationsSearch({ ...present, ...next }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  // Opening an operation adds a history entry, so that Back closes it. Typing does not.
  const open = useCallback((operation: string) => change({ operation }, false), [change]);
  const look = useCallback((next: OperationsSearch) => change(next, true), [change]);
  return (
    <Section
      title="Operations"
      description={
        <>
          Select an operation to change its settings. Default method: {POLICY[settings.methodPolicy]}.{' '}
          <TextLink to="/services/$serviceId/settings" params={{ serviceId }}>
            Change default
          </TextLink>
        </>
      }
    >
      <Stack gap="md">
        {operations.length === 0 ? (
          <Text>The published port has no operation. Choose another one on the Overview page.</Text>
        ) : (
          <OperationTable
            operations={operations}
            deprecated={deprecated}
            view={view}
            onView={look}
            onOpen={open}
          />
        )}
      </Stack>
      <OperationDrawer
        service={service}
        operation={operations.find(({ name }) => name === view.operation)}
        onClose={() => change({ operation: undefined }, false)}
      />
    </Section>
  );
}
