import { Stack, Text } from '@mantine/core';
import { ButtonLink } from '../components/links.js';
import { PageHeader } from '../components/page-header.js';

/** There is no page at this address. */
export function PageMissing() {
  return (
    <Stack component="main" align="flex-start" p="xl" maw={560}>
      <PageHeader title="There is no such page" />
      <Text>The address may be misspelt, or what it showed may have been deleted.</Text>
      <ButtonLink to="/services">Go to your services</ButtonLink>
    </Stack>
  );
}
