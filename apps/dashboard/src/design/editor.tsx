import { Input } from '@mantine/core';
import { type RefObject, useId, useRef } from 'react';
import type { PlacedProblem } from '../design-file/design-text.js';
import classes from './editor.module.css';

/** A text field for a file, with the numbers of its lines; those of lines with problems are marked. */
export function Editor({
  field,
  value,
  problems,
  describedBy,
  onChange,
  onCursor,
}: {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
  readonly problems: readonly PlacedProblem[];
  /** The id of the list of problems. */
  readonly describedBy: string | undefined;
  readonly onChange: (text: string) => void;
  /** Receives the offset of the cursor. */
  readonly onCursor: (offset: number) => void;
}) {
  const id = useId();
  const numbers = useRef<HTMLPreElement>(null);
  const wrong = new Set(problems.map(({ line }) => line));
  const count = value.split('\n').length;
  return (
    <Input.Wrapper
      label="Design file"
      labelProps={{ htmlFor: id }}
      description="YAML. An empty file stands for no design."
    >
      <div className={classes['frame']} data-wrong={problems.length > 0}>
        <pre ref={numbers} className={classes['numbers']} aria-hidden>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <div key={index} className={wrong.has(index + 1) ? classes['wrong'] : undefined}>
              {wrong.has(index + 1) ? '● ' : ''}
              {index + 1}
            </div>
          ))}
        </pre>
        <textarea
          ref={field}
          id={id}
          className={classes['text']}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          autoComplete="off"
          value={value}
          aria-invalid={problems.length > 0}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.currentTarget.value)}
          onSelect={(event) => onCursor(event.currentTarget.selectionStart)}
          onScroll={(event) => {
            if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
    </Input.Wrapper>
  );
}
