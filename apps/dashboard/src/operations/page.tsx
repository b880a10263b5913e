import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { TextLink } from '../components/links.js';
import { Section } from '../components/section.js';
import { useShownService } from '../service/use-shown-service.js';
import { OperationDrawer } from './operation-drawer.js';
import { OperationTable } from './operation-table.js';

const route = getRouteApi('/owner/services/$serviceId/operations');

const POLICY = { POST: 'POST', GET: 'GET where possible', 'GET + POST': 'GET where possible, and POST' };

/** Every operation of a service: what it does, how it may be called, and how well it works. */
export function OperationsPage() {
  const service = useShownService('Operations');
  const { operation: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const open = useCallback(
    (operation: string) => void navigate({ search: { operation }, resetScroll: false }),
    [navigate],
  );
  const { serviceId, operations, settings } = service;
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
          <OperationTable operations={operations} onOpen={open} />
        )}
      </Stack>
      <OperationDrawer
        service={service}
        operation={operations.find(({ name }) => name === opened)}
        onClose={() => void navigate({ search: {}, resetScroll: false })}
      />
    </Section>
  );
}
