import { Button, Stack } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { proposalQuery } from '../api/design.js';
import { TextLink } from '../components/layout/links.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import type { PlacedProblem } from '../design-file/design-text.js';
import type { DesignSchema } from '../design-file/schema-keys.js';
import { Editor } from './editor.js';
import { KeyHelp } from './key-help.js';
import { ProblemList } from './problem-list.js';
import type { DesignDraft } from './use-draft.js';

/** The design file in an editor, with the problems that the gateway found beside their lines. */
export function FileSection({
  serviceId,
  draft,
  problems,
}: {
  readonly serviceId: string;
  readonly draft: DesignDraft;
  readonly problems: readonly PlacedProblem[];
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [cursor, setCursor] = useState(0);
  const { data: proposal, error, refetch } = useQuery(proposalQuery(serviceId));
  const select = (start: number, end: number) => {
    const area = field.current;
    if (area === null) return;
    area.focus();
    area.setSelectionRange(start, end);
    const lines = draft.text.slice(0, start).split('\n').length;
    area.scrollTop = Math.max(0, (lines - 5) * 20);
  };
  const replace = ({ start, end, nearest = '' }: PlacedProblem) => {
    const wrong = draft.text.slice(start, end);
    const isQuoted = /^['"]/.test(wrong);
    // Of a path, the last key is what was mistyped.
    const path = (isQuoted ? wrong.slice(1, -1) : wrong).split('/');
    const name = [...path.slice(0, -1), nearest.replaceAll('~', '~0').replaceAll('/', '~1')].join('/');
    const quote = isQuoted ? wrong.charAt(0) : '';
    draft.edit((text) => text.slice(0, start) + quote + name + quote + text.slice(end));
  };
  const insert = (key: string) => {
    const { text } = draft;
    const at = Math.min(cursor, text.length);
    const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    // On a line of its own, as deep as the cursor.
    const isFree = line.trim() === '';
    const added = isFree ? `${key}: ` : `\n${/^ */.exec(line)?.[0] ?? ''}${key}: `;
    const lineEnd = text.indexOf('\n', at);
    const place = isFree ? at : lineEnd < 0 ? text.length : lineEnd;
    draft.edit(() => text.slice(0, place) + added + text.slice(place));
    requestAnimationFrame(() => select(place + added.length, place + added.length));
  };
  return (
    <Section
      title="Design"
      description={
        <>
          Decides what your clients see: members that you fill, names, members that are left out, routes. You
          can roll back on{' '}
          <TextLink to="/services/$serviceId/revisions" params={{ serviceId }}>
            Revisions
          </TextLink>
          .
        </>
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconWand size={18} aria-hidden />}
          disabled={proposal === undefined}
          onClick={() => proposal !== undefined && draft.edit(() => proposal.text)}
        >
          Propose a design
        </Button>
      }
    >
      <ErrorNotice error={error} onRetry={() => void refetch()} />
      <Stack gap="md">
        <Editor
          field={field}
          value={draft.text}
          problems={problems}
          describedBy={problems.length > 0 ? list : undefined}
          onChange={draft.type}
          onCursor={setCursor}
        />
        <ProblemList
          id={list}
          problems={problems}
          onShow={({ start, end }) => select(start, end)}
          onReplace={replace}
        />
        {proposal !== undefined && (
          <KeyHelp
            schema={proposal.schema as DesignSchema}
            text={draft.text}
            cursor={cursor}
            onInsert={insert}
          />
        )}
      </Stack>
    </Section>
  );
}
