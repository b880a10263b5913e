import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { beginAdding, type Draft, reloadDraft } from '../api/drafts.js';
import { useImport } from '../api/use-import.js';
import { useOnce } from '../components/forms/use-once.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { toBase64 } from '../files/documents.js';
import classes from './drafts.module.css';
import { ImportProgress } from './import-progress.js';

/** The imported files that are missing, each with a button that adds it, whatever the added file is called. */
export function MissingSection({ draft }: { readonly draft: Draft }) {
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState('');
  const adding = useImport<{ readonly path: string; readonly content: string }, Draft>((file) =>
    beginAdding(draft.draftId, { files: [file] }),
  );
  const { missing } = draft;

  const add = useOnce(async (file: File | undefined) => {
    if (file === undefined) return;
    adding.start({ path: wanted, content: await toBase64(file) }, reloadDraft);
  });

  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={
        missing.length === 1 ? `${nameOf(missing[0]?.uri)} is missing` : `${missing.length} files are missing`
      }
      role="status"
    >
      <Stack gap="sm">
        <Text size="sm">
          Types from a missing file are passed on unchecked. Operations that need none of them work fully.
        </Text>
        <ErrorNotice error={adding.error} />
        {adding.running ? (
          <ImportProgress job={adding.job} onCancel={adding.cancel} />
        ) : (
          <ul className={classes['missing']}>
            {missing.map(({ uri, reason }) => (
              <li key={uri}>
                <Group justify="space-between" gap="sm">
                  <div className={classes['text']}>
                    <Code>{uri}</Code>
                    <Text size="sm">
                      {draft.origin === 'files' ? 'Not among the uploaded files' : reason}
                    </Text>
                  </div>
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconUpload size={14} aria-hidden />}
                    aria-label={`Add ${nameOf(uri)}`}
                    onClick={() => {
                      setWanted(uri);
                      input.current?.click();
                    }}
                  >
                    Add file
                  </Button>
                </Group>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept=".wsdl,.xsd,.xml"
          data-testid="missing-file"
          onChange={({ currentTarget }) => {
            add(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
      </Stack>
    </Alert>
  );
}

/** The last segment of a URL or a path. */
function nameOf(uri = ''): string {
  return (
    uri
      .replace(/[?#].*$/, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? uri
  );
}
