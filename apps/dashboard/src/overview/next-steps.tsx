import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ServiceDetail } from '../api/services.js';
import { formatPlural } from '../components/format.js';
import { ButtonLink } from '../components/links.js';

/** Right after a registration: it worked, and what to do with it. */
export function NextSteps({ service }: { readonly service: ServiceDetail }) {
  const { serviceId, name, operationCount } = service;
  return (
    <Alert
      color="soap"
      icon={<IconCircleCheck aria-hidden />}
      title={`${name} is a JSON API now`}
      role="status"
    >
      <Stack gap="sm">
        <Text size="sm">
          {formatPlural(operationCount, 'operation')} can be called. Try one here, then make a key for your
          program.
        </Text>
        <Group gap="sm">
          <ButtonLink to="/services/$serviceId/try-it" params={{ serviceId }} size="sm">
            Try it
          </ButtonLink>
          <ButtonLink to="/keys" size="sm" variant="default">
            Make an API key
          </ButtonLink>
        </Group>
      </Stack>
    </Alert>
  );
}
