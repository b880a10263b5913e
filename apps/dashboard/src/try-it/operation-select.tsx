import { Select } from '@mantine/core';
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
  return (
    <Select
      label="Operation"
      maw={480}
      searchable
      allowDeselect={false}
      // A service may have hundreds; typing finds the others.
      limit={100}
      nothingFoundMessage="No matching operation"
      data={operations.map(({ name }) => name)}
      value={value}
      // Typing replaces the current name with a search.
      onFocus={({ currentTarget }) => currentTarget.select()}
      onClick={({ currentTarget }) => currentTarget.select()}
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen);
      }}
    />
  );
}
