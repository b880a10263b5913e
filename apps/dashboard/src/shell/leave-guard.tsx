import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../components/forms/confirm-dialog.js';
import { confirmLeaving, hasUnsaved, onLeaving } from '../components/forms/unsaved.js';

/** A question and, after it has been answered, the event that answered it. */
interface Question {
  readonly answer: Promise<boolean>;
  readonly settle: (leave: boolean) => void;
  answeredBy: Event | undefined;
}

/** The event that is being handled. */
const currentEvent = (): Event | undefined => window.event;

/** Asks before a navigation, a closed drawer or a closed tab loses unsaved edits. */
export function LeaveGuard() {
  const [shown, setShown] = useState<string>();
  const question = useRef<Question>(undefined);
  useBlocker({
    // A changed query string can only close a drawer; the page and its forms stay.
    shouldBlockFn: async ({ current, next }) =>
      !(await confirmLeaving(current.pathname === next.pathname ? 'drawer' : 'page')),
    enableBeforeUnload: hasUnsaved,
  });
  useEffect(
    () =>
      onLeaving((text) => {
        const asked = question.current;
        // One press of Escape reaches both the drawer and the question above it, in either order: both get the same answer.
        if (asked !== undefined && (asked.answeredBy === undefined || asked.answeredBy === currentEvent())) {
          return asked.answer;
        }
        let settle: Question['settle'] = () => {};
        const answer = new Promise<boolean>((resolve) => {
          settle = resolve;
        });
        question.current = { answer, settle, answeredBy: undefined };
        setShown(text);
        return answer;
      }),
    [],
  );
  const settle = (leave: boolean) => {
    setShown(undefined);
    const asked = question.current;
    if (asked === undefined) return;
    asked.settle(leave);
    // Outside an event, no other question can belong to the same one.
    asked.answeredBy = currentEvent() ?? new Event('answered');
  };
  return (
    <ConfirmDialog
      opened={shown !== undefined}
      onClose={() => settle(false)}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      above
      pending={false}
      error={null}
      onConfirm={() => settle(true)}
    >
      <Text size="sm">{shown}</Text>
    </ConfirmDialog>
  );
}
