import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Draft } from '../api/drafts.js';
import { ButtonLink } from '../components/layout/links.js';

/** Says that the account already has this WSDL as a service, and links to its update. */
export function SameNotice({ services }: { readonly services: Draft['same'] }) {
  const [first] = services;
  if (first === undefined) return null;
  const { serviceId, name, slug } = first;
  return (
    <Alert
      color="yellow"
      icon={<IconInfoCircle aria-hidden />}
      title={`You already have this service as ${name}`}
      role="status"
    >
      <Stack gap="sm">
        <Text size="sm">
          It is live at …/{slug}. To publish a new version of its WSDL, update it; your clients keep their
          URLs.
        </Text>
        <Group>
          <ButtonLink to="/services/$serviceId/revisions" params={{ serviceId }} size="sm" variant="default">
            Update {name}
          </ButtonLink>
        </Group>
      </Stack>
    </Alert>
  );
}
