import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { type SavedExample, useSaveExample } from '../api/operations.js';
import { type InputProblem, problemsQuery } from '../api/trials.js';
import { useBase } from '../components/forms/use-base.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { findPointer } from './find-pointer.js';
import { formatJson } from './format-json.js';
import { ProblemList } from './problem-list.js';
import { requiredOnly } from './required-only.js';

/** The pause in typing after which the text is validated, in milliseconds. */
const PAUSE = 300;

/** A JSON editor that lists every problem that would make the gateway reject the input; clicking one goes to its place. */
export function InputEditor({
  serviceId,
  operation,
  value,
  saved,
  onChange,
  examples,
}: {
  readonly serviceId: string;
  readonly operation: string;
  readonly value: string;
  /** The example that the owner saved. */
  readonly saved: SavedExample;
  readonly onChange: (value: string) => void;
  readonly examples: {
    /** The initial text of the editor. */
    readonly initial: string;
    /** The example with optional fields. */
    readonly all: string;
    readonly inputSchema: Readonly<Record<string, unknown>>;
  };
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [settled] = useDebouncedValue(value, PAUSE);
  const { data: problems } = useQuery({
    ...problemsQuery(serviceId, operation, settled),
    placeholderData: keepPreviousData,
  });
  const { savedExample } = saved;
  // The text that was in the editor when this page last changed the saved example.
  const [kept, setKept] = useState<string>();
  const base = useBase(saved, value !== examples.initial && value !== kept);
  const save = useSaveExample(serviceId, operation, base);
  const showing = (done: string) => ({
    onSuccess: () => {
      setKept(value);
      showDone(done);
    },
  });
  const isSaved = savedExample !== null && formatJson(savedExample) === formatJson(value);
  const isWrong = problems !== undefined && problems.length > 0;
  const least = useMemo(
    () => requiredOnly(examples.all, examples.inputSchema),
    [examples.all, examples.inputSchema],
  );
  const show = ({ path }: InputProblem) => {
    const range = findPointer(value, path);
    field.current?.focus();
    if (range !== undefined) field.current?.setSelectionRange(range.start, range.end);
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label="JSON"
        description="Edit this example; problems show below. Ctrl+Enter sends."
        autosize
        minRows={6}
        maxRows={24}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? listId : undefined}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
      />
      <ErrorNotice error={save.error} />
      <ProblemList id={listId} problems={problems} onShow={show} />
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={() => onChange(examples.initial)}>
          Reset example
        </Button>
        {examples.all !== examples.initial && (
          <Button size="xs" variant="default" onClick={() => onChange(examples.all)}>
            All fields
          </Button>
        )}
        {least !== examples.all && (
          <Button size="xs" variant="default" onClick={() => onChange(least)}>
            Required fields
          </Button>
        )}
        <Button size="xs" variant="default" onClick={() => onChange(formatJson(value))}>
          Format
        </Button>
        {isSaved ? (
          <Button
            size="xs"
            variant="default"
            loading={save.isPending}
            onClick={() => save.mutate(null, showing('Saved example removed'))}
          >
            Remove saved example
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            loading={save.isPending}
            disabled={problems === undefined || isWrong || settled !== value}
            onClick={() => save.mutate({ input: value }, showing('Example saved'))}
          >
            Save as example
          </Button>
        )}
      </Group>
    </Stack>
  );
}
