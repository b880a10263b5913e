import { useInfiniteQuery } from '@tanstack/react-query';
import { pages } from '../api/requests/query.js';
import { SearchedSelect, useOptionSearch } from './searched-select.js';

const DASHBOARD = { value: 'try-it', label: 'Dashboard' };

/** Restricts the list of calls to those of one key, or of this dashboard. */
export function KeySelect({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (keyId: string | undefined) => void;
}) {
  const isKey = value !== undefined && value !== DASHBOARD.value;
  const chosen = useInfiniteQuery({
    ...pages('/api/manage/keys', { query: { search: isKey ? value : undefined } }),
    enabled: isKey,
  });
  const name = chosen.data?.pages[0]?.keys.find(({ id }) => id === value)?.name;
  const label = value === DASHBOARD.value ? DASHBOARD.label : (name ?? 'Unknown key');
  const search = useOptionSearch(label);
  const { wanted } = search;
  const found =
    useInfiniteQuery(pages('/api/manage/keys', { query: { search: wanted === '' ? undefined : wanted } }))
      .data?.pages[0]?.keys ?? [];
  const isDashboard = DASHBOARD.label.toLowerCase().includes(wanted.toLowerCase());
  return (
    <SearchedSelect
      label="Key"
      w={170}
      placeholder="All"
      options={[
        ...(isDashboard ? [DASHBOARD] : []),
        ...found.map((key) => ({ value: key.id, label: key.name })),
      ]}
      selected={value === undefined || (isKey && chosen.data === undefined) ? undefined : { value, label }}
      search={search}
      onChange={onChange}
    />
  );
}
