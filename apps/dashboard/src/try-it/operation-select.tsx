import { Select } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { Operation } from '../api/services.js';

/** Selects an operation; with a search if there are many. */
export function OperationSelect({
  operations,
  value,
  onChange,
}: {
  readonly operations: readonly Operation[];
  readonly value: string;
  readonly onChange: (operation: string) => void;
}) {
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const names = operations.map(({ name }) => name);

  /** Enter selects the first match, unless an arrow key has highlighted another. */
  function takeFirst(event: KeyboardEvent<HTMLInputElement>) {
    const isMarked = event.currentTarget.getAttribute('aria-activedescendant') !== null;
    if (event.key !== 'Enter' || !opened || isMarked) return;
    const wanted = search.trim().toLowerCase();
    const first = names.find((name) => name.toLowerCase().includes(wanted));
    if (first === undefined || wanted === '') return;
    event.preventDefault();
    setOpened(false);
    onChange(first);
  }

  return (
    <Select
      label="Operation"
      maw={480}
      searchable
      allowDeselect={false}
      // The maximum number of options: a service may have hundreds of operations, and typing finds the others.
      limit={100}
      nothingFoundMessage="No matching operation"
      data={names}
      value={value}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onSearchChange={setSearch}
      onKeyDown={takeFirst}
      // Typing replaces the current name with a search.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onClick={({ currentTarget }) => currentTarget.select()}
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen);
      }}
    />
  );
}
