import { useInfiniteQuery } from '@tanstack/react-query';
import { servicesQuery } from '../api/services.js';
import { SearchedSelect, useOptionSearch } from './searched-select.js';

/** Restricts the page to one service. */
export function ServiceSelect({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (serviceId: string | undefined) => void;
}) {
  const chosen = useInfiniteQuery({ ...servicesQuery(value), enabled: value !== undefined });
  const label =
    chosen.data?.pages[0]?.services.find(({ serviceId }) => serviceId === value)?.name ?? 'Deleted service';
  const search = useOptionSearch(label);
  const found = useInfiniteQuery(servicesQuery(search.wanted)).data?.pages[0]?.services ?? [];
  return (
    <SearchedSelect
      aria-label="Service"
      w={220}
      placeholder="All services"
      options={found.map(({ serviceId, name }) => ({ value: serviceId, label: name }))}
      selected={value === undefined || chosen.data === undefined ? undefined : { value, label }}
      search={search}
      onChange={onChange}
    />
  );
}
