import { Button, Group, Stack, Text } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { proposalQuery } from '../api/design.js';
import { TextLink } from '../components/layout/links.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import type { EditorControls } from '../design-editor/code-editor.js';
import { FileEditor } from '../design-editor/file-editor.js';
import type { PlacedProblem } from '../design-file/design-text.js';
import type { DesignSchema } from '../design-file/schema-keys.js';
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
  const editor = useRef<EditorControls>(null);
  const list = useId();
  const [cursor, setCursor] = useState(0);
  const { data: proposal, error, refetch } = useQuery(proposalQuery(serviceId));
  const { text, json } = draft;
  const vocabulary = useMemo(
    () => proposal && { ...proposal, schema: proposal.schema as DesignSchema, json: json ?? '{}' },
    [proposal, json],
  );
  const replace = ({ start, end, nearest = '' }: PlacedProblem) => {
    const wrong = text.slice(start, end);
    const isQuoted = /^['"]/.test(wrong);
    // The last key of the path is the mistyped one.
    const path = (isQuoted ? wrong.slice(1, -1) : wrong).split('/');
    const name = [...path.slice(0, -1), nearest.replaceAll('~', '~0').replaceAll('/', '~1')].join('/');
    const quote = isQuoted ? wrong.charAt(0) : '';
    draft.edit((before) => before.slice(0, start) + quote + name + quote + before.slice(end));
  };
  const insert = (key: string) => {
    const at = Math.min(cursor, text.length);
    const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    // On a line of its own, as deep as the cursor.
    const isFree = line.trim() === '';
    const added = isFree ? `${key}: ` : `\n${/^ */.exec(line)?.[0] ?? ''}${key}: `;
    const lineEnd = text.indexOf('\n', at);
    const place = isFree ? at : lineEnd < 0 ? text.length : lineEnd;
    draft.edit(() => text.slice(0, place) + added + text.slice(place));
    requestAnimationFrame(() => editor.current?.select(place + added.length, place + added.length));
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
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => editor.current?.search()}>
            Search file
          </Button>
          <Button size="xs" variant="default" onClick={() => editor.current?.complete()}>
            Complete
          </Button>
          <Text size="sm" c="dimmed">
            YAML; an empty file stands for no design. Ctrl+Space completes, Ctrl+F searches, F8 goes to the
            next problem, Tab leaves the editor.
          </Text>
        </Group>
        <FileEditor
          controls={editor}
          value={text}
          problems={problems}
          describedBy={problems.length > 0 ? list : undefined}
          vocabulary={vocabulary}
          onType={draft.type}
          onUndo={draft.undo}
          onRedo={draft.redo}
          onReplace={replace}
          onCursor={setCursor}
        />
        <ProblemList
          id={list}
          problems={problems}
          onShow={({ start, end }) => editor.current?.select(start, end)}
          onReplace={replace}
        />
        {proposal !== undefined && (
          <KeyHelp schema={proposal.schema as DesignSchema} text={text} cursor={cursor} onInsert={insert} />
        )}
      </Stack>
    </Section>
  );
}
