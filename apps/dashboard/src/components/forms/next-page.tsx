import { Button, Group, Text } from '@mantine/core';
import { useRef } from 'react';
import { formatCount } from '../../text/format.js';

/** The state of a list that is loaded page by page. */
interface PagedList {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<{ readonly hasNextPage: boolean }>;
}

/** A button that loads the next page of a list, and how much of the list is shown. Renders nothing for a list of one page. */
export function NextPage({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
  shown,
  total,
}: {
  readonly list: PagedList;
  readonly shown: number | undefined;
  /** Absent if the total number of items is not known. */
  readonly total?: number | undefined;
}) {
  const state = useRef<HTMLParagraphElement>(null);
  const pressed = useRef(false);
  if (!hasNextPage && !pressed.current) return null;
  // The button is not disabled while it loads, because disabling it would lose the focus.
  async function more() {
    if (isFetchingNextPage) return;
    pressed.current = true;
    const result = await fetchNextPage();
    // The button disappears with the last page, and the focus would be lost with it.
    if (!result.hasNextPage) state.current?.focus();
  }
  return (
    <Group justify="center" gap="sm">
      <Text ref={state} size="sm" c="dimmed" role="status" tabIndex={-1}>
        {total === undefined
          ? `${formatCount(shown ?? 0)} shown`
          : `${formatCount(shown ?? 0)} of ${formatCount(total)}`}
      </Text>
      {hasNextPage && (
        <Button variant="default" aria-busy={isFetchingNextPage} onClick={() => void more()}>
          Show more
        </Button>
      )}
    </Group>
  );
}
