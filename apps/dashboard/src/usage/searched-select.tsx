import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

/** An option of a `SearchedSelect`. */
interface Option {
  readonly value: string;
  readonly label: string;
}

/** The search of a `SearchedSelect`: the typed text, and the text to search for. */
export function useOptionSearch(label: string | undefined) {
  const [search, setSearch] = useState('');
  // The field shows the name of the selected option, which is not a search.
  const [wanted] = useDebouncedValue(search === label ? '' : search.trim(), 300);
  return { search, setSearch, wanted };
}

/** Selects one of many options, which the gateway finds by name. */
export function SearchedSelect({
  options,
  selected,
  search: { search, setSearch },
  onChange,
  ...shown
}: {
  /** The options that match the search. */
  readonly options: readonly Option[];
  /** The selected option, offered even if it does not match. */
  readonly selected: Option | undefined;
  readonly search: ReturnType<typeof useOptionSearch>;
  readonly onChange: (value: string | undefined) => void;
  readonly w: number;
  readonly placeholder: string;
  readonly label?: string;
  readonly 'aria-label'?: string;
}) {
  const others = options.filter(({ value }) => value !== selected?.value);
  return (
    <Select
      {...shown}
      maw="100%"
      clearable
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage="No match"
      data={[...(selected === undefined ? [] : [selected]), ...others]}
      value={selected?.value ?? null}
      onChange={(value) => onChange(value ?? undefined)}
    />
  );
}
