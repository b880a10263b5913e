import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { query } from '../api/requests/query.js';
import { serviceQuery, servicesQuery } from '../api/services.js';
import { useSession } from '../api/session.js';
import { formatPlural } from '../text/format.js';
import { type FoundPlace, findPlaces } from './places.js';
import classes from './search-dialog.module.css';

/** The number of services that are shown; more are on their page. */
const MOST_SERVICES = 8;

/** Finds pages, services and operations, and opens the page of the chosen one. */
export function SearchDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal centered={false} opened={opened} onClose={onClose} title="Search" size="lg" yOffset="10vh">
      <Search onClose={onClose} />
    </Modal>
  );
}

function Search({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [wanted, setWanted] = useState(0);
  const router = useRouter();
  const id = useId();
  const places = usePlaces(text);
  // The list may have become shorter.
  const active = Math.min(wanted, places.length - 1);
  const optionId = (index: number) => `${id}-${index}`;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const open = (place: FoundPlace | undefined) => {
    if (place === undefined) return;
    onClose();
    router.history.push(place.path);
  };
  const press = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 8, PageUp: active - 8 }[
      event.key
    ];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === undefined) open(places[active]);
    else setWanted(Math.max(0, Math.min(to, places.length - 1)));
  };
  return (
    <Stack gap="sm">
      <TextInput
        data-autofocus
        type="search"
        role="combobox"
        aria-label="Search pages, services and operations"
        aria-expanded={places.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        {...(places.length > 0 && { 'aria-activedescendant': optionId(active) })}
        placeholder="Pages, services and operations"
        leftSection={<IconSearch size={16} aria-hidden />}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setWanted(0);
        }}
        onKeyDown={press}
      />
      <div ref={list} id={id} role="listbox" aria-label="Found" className={classes['list']}>
        {places.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose
          // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the field says which is active
          <div
            key={place.path}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            className={classes['place']}
            onClick={() => open(place)}
          >
            <span dir="auto">{place.label}</span>
            <Text span size="sm" c="dimmed" dir="auto">
              {place.note}
            </Text>
          </div>
        ))}
      </div>
      <Text size="sm" c="dimmed" role="status">
        {places.length === 0
          ? 'Nothing found.'
          : `${formatPlural(places.length, 'result')}. Enter opens the selected one.`}
      </Text>
    </Stack>
  );
}

/** The results for the text. Services and operations come from the gateway when typing pauses. */
function usePlaces(text: string): readonly FoundPlace[] {
  const [wanted] = useDebouncedValue(text.trim(), 200);
  const { administrator } = useSession();
  const { serviceId = '' } = useParams({ strict: false });
  const { data: open } = useQuery({ ...serviceQuery(serviceId), enabled: serviceId !== '' });
  const services = useInfiniteQuery(servicesQuery(wanted)).data?.pages[0]?.services ?? [];
  const { data: found } = useQuery({
    ...query('/api/manage/operations', { query: { search: wanted } }),
    enabled: wanted !== '',
  });
  const operations = found?.operations ?? [];
  return findPlaces(text, {
    isAdministrator: administrator,
    open,
    services: services.slice(0, MOST_SERVICES),
    operations: wanted === '' ? [] : operations,
  });
}
