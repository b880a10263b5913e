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

/** The imported files that are missing, each with a button that adds it; the added file may have any name. */
export function MissingSection({ draft }: { readonly draft: Draft }) {
  const input = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState('');
  const several = useRef<HTMLInputElement>(null);
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const adding = useImport<readonly { readonly path: string; readonly content: string }[], Draft>((files) =>
    beginAdding(draft.draftId, { files: [...files] }),
  );
  const { missing } = draft;

  const add = useOnce(async (file: File | undefined) => {
    if (file === undefined) return;
    adding.start([{ path: wanted, content: await toBase64(file) }], reloadDraft);
  });
  /** Adds files by their names. */
  const addAll = useOnce(async (files: readonly File[]) => {
    const matches = files.map((file) => ({
      file,
      uris: missing.filter(({ uri }) => isNamed(uri, file.name)),
    }));
    setUnknown(matches.filter(({ uris }) => uris.length === 0).map(({ file }) => file.name));
    const found = await Promise.all(
      matches.flatMap(({ file, uris }) =>
        uris.map(async ({ uri }) => ({ path: uri, content: await toBase64(file) })),
      ),
    );
    if (found.length > 0) adding.start(found, reloadDraft);
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
        {unknown.length > 0 && (
          <Text size="sm" role="status">
            Not among the missing files: {unknown.join(', ')}. Use the button of the file that each of them
            is.
          </Text>
        )}
        {missing.length > 1 && !adding.running && (
          <Group>
            <Button
              size="xs"
              leftSection={<IconUpload size={14} aria-hidden />}
              onClick={() => several.current?.click()}
            >
              Add several files
            </Button>
          </Group>
        )}
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
          ref={several}
          type="file"
          multiple
          hidden
          accept=".wsdl,.xsd,.xml"
          data-testid="missing-files"
          onChange={({ currentTarget }) => {
            addAll([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
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

/** Whether a file on the disk of the owner may be the missing one: names of files ignore case. */
function isNamed(uri: string, name: string): boolean {
  return nameOf(uri).toLowerCase() === name.toLowerCase();
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
