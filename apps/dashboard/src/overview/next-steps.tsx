import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ServiceDetail } from '../api/services.js';
import { ButtonLink } from '../components/layout/links.js';
import { formatPlural } from '../text/format.js';

/** Shown right after a registration: confirms it and suggests next steps. */
export function NextSteps({ service }: { readonly service: ServiceDetail }) {
  const { serviceId, name, operationCount, settings } = service;
  return (
    <Alert
      color="soap"
      icon={<IconCircleCheck aria-hidden />}
      // Another notice says what responds in place of the SOAP service.
      title={`${name} is ${settings.answers === 'live' ? 'live' : 'published'} as a JSON API`}
      role="status"
    >
      <Stack gap="sm">
        <Text size="sm">
          {formatPlural(operationCount, 'operation')} {operationCount === 1 ? 'is' : 'are'} ready. Try one,
          then create an API key for your app.
        </Text>
        <Group gap="sm">
          <ButtonLink to="/services/$serviceId/try-it" params={{ serviceId }} size="sm">
            Try it
          </ButtonLink>
          <ButtonLink to="/keys" search={{ create: true }} size="sm" variant="default">
            Create API key
          </ButtonLink>
        </Group>
      </Stack>
    </Alert>
  );
}
