import { Input, MultiSelect, Pill, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serviceQuery, servicesQuery } from '../api/services.js';
import { SearchedSelect, useOptionSearch } from '../usage/searched-select.js';

/** Operations that are shown at once: the search finds the others. */
const SHOWN = 100;

interface ChosenService {
  readonly id: string;
  readonly slug: string;
}

/** The operations that a key is limited to, `service/operation` or `service/*`, chosen service by service. */
export function OperationsInput({
  value,
  onChange,
}: {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}) {
  const [chosen, setChosen] = useState<ChosenService>();
  const search = useOptionSearch(chosen?.slug);
  const services = useInfiniteQuery(servicesQuery(search.wanted)).data?.pages[0]?.services ?? [];
  return (
    <Input.Wrapper
      component="fieldset"
      labelElement="div"
      label="Limit to operations"
      description="Applies to AI agents and the JSON API. None: all operations, those of new services too."
      style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}
    >
      <Stack gap="xs" mt="xs">
        {value.length > 0 && (
          <Pill.Group>
            {value.map((entry) => (
              <Pill
                key={entry}
                withRemoveButton
                removeButtonProps={{ 'aria-label': `Remove ${entry}`, 'aria-hidden': false, tabIndex: 0 }}
                onRemove={() => onChange(value.filter((each) => each !== entry))}
              >
                {entry}
              </Pill>
            ))}
          </Pill.Group>
        )}
        <SearchedSelect
          label="Service"
          placeholder="Search services"
          w={260}
          options={services.map(({ serviceId, slug }) => ({ value: serviceId, label: slug }))}
          selected={chosen && { value: chosen.id, label: chosen.slug }}
          search={search}
          onChange={(id) => {
            const found = services.find(({ serviceId }) => serviceId === id);
            setChosen(found && { id: found.serviceId, slug: found.slug });
          }}
        />
        {chosen !== undefined && (
          <ServiceOperations key={chosen.id} service={chosen} value={value} onChange={onChange} />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function ServiceOperations({
  service: { id, slug },
  value,
  onChange,
}: {
  readonly service: ChosenService;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}) {
  const { data } = useQuery(serviceQuery(id));
  const all = `${slug}/*`;
  const options = [
    { value: all, label: 'All operations' },
    ...(data?.operations.map(({ name }) => ({ value: `${slug}/${name}`, label: name })) ?? []),
  ];
  const known = new Set(options.map((option) => option.value));
  const others = value.filter((entry) => !known.has(entry));
  return (
    <MultiSelect
      label="Operations"
      placeholder="Search operations"
      searchable
      hidePickedOptions
      limit={SHOWN}
      nothingFoundMessage={data === undefined ? 'Loading…' : 'No operation found'}
      data={options}
      value={value.filter((entry) => known.has(entry))}
      onChange={(entries) => {
        // All operations include each of them.
        const single = entries.filter((entry) => entry !== all);
        const isAll = entries.includes(all) && (single.length === 0 || !value.includes(all));
        onChange([...others, ...(isAll ? [all] : single)]);
      }}
    />
  );
}
