import { Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ListedService } from '../api/services.js';
import { ServiceList } from './service-list.js';

/** A shorter list needs no search. */
const WORTH_SEARCHING = 8;

/** The services, with a search if there are many. */
export function SearchableServices({ services }: { readonly services: readonly ListedService[] }) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = services.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));
  return (
    <Stack gap="md">
      {services.length > WORTH_SEARCHING && (
        <TextInput
          aria-label="Search services"
          placeholder="Search services"
          leftSection={<IconSearch size={16} aria-hidden />}
          maw={360}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {found.length > 0 ? (
        <ServiceList services={found} />
      ) : (
        <Text role="status">No service matches this search.</Text>
      )}
    </Stack>
  );
}
