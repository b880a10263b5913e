import { Checkbox, SimpleGrid } from '@mantine/core';
import type { AccountEvent } from '../api/events.js';
import { useSession } from '../api/session.js';
import { EVENT_TYPES, GATEWAY_EVENT_TYPES } from './event-types.js';

/** Checkboxes for types of events. */
export function TypeChoice({
  types,
  onChange,
}: {
  readonly types: readonly AccountEvent['type'][];
  readonly onChange: (types: AccountEvent['type'][]) => void;
}) {
  const { administrator } = useSession();
  const offered = administrator ? [...EVENT_TYPES, ...GATEWAY_EVENT_TYPES] : EVENT_TYPES;
  return (
    <Checkbox.Group
      label="Selected events"
      value={[...types]}
      onChange={(chosen) => onChange(chosen as AccountEvent['type'][])}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
        {offered.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
