import { Stack, Text } from '@mantine/core';
import { ButtonLink } from '../components/layout/links.js';
import { PageHeader } from '../components/layout/page-header.js';

/** The page for an unknown URL. */
export function PageMissing() {
  return (
    <Stack component="main" p="xl">
      <PageMissingContent />
    </Stack>
  );
}

/** The same inside the frame of an owner. */
export function PageMissingContent() {
  return (
    <Stack align="flex-start" maw={560}>
      <PageHeader title="Page not found" />
      <Text>The URL may be wrong, or the item may have been deleted.</Text>
      <ButtonLink to="/services">Go to your services</ButtonLink>
    </Stack>
  );
}
