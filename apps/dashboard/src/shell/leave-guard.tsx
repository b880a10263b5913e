import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../components/confirm-dialog.js';
import { confirmLeaving, hasUnsaved, onLeaving } from '../components/unsaved.js';

/** A question that waits for an answer. */
interface Question {
  readonly text: string;
  readonly answer: Promise<boolean>;
  readonly settle: (leave: boolean) => void;
}

/** Asks before a navigation, a closed drawer or a closed tab loses unsaved edits. */
export function LeaveGuard() {
  const [shown, setShown] = useState<string>();
  const question = useRef<Question>(undefined);
  useBlocker({
    // A changed query string closes a drawer at most; the page and its forms stay.
    shouldBlockFn: async ({ current, next }) =>
      !(await confirmLeaving(current.pathname === next.pathname ? 'drawer' : 'page')),
    enableBeforeUnload: hasUnsaved,
  });
  useEffect(
    () =>
      onLeaving((text) => {
        // One press of Escape reaches the drawer and the question on top: both get the same answer.
        if (question.current !== undefined) return question.current.answer;
        let settle: Question['settle'] = () => {};
        const answer = new Promise<boolean>((resolve) => {
          settle = resolve;
        });
        question.current = { text, answer, settle };
        setShown(text);
        return answer;
      }),
    [],
  );
  const settle = (leave: boolean) => {
    setShown(undefined);
    question.current?.settle(leave);
    setTimeout(() => {
      question.current = undefined;
    });
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
