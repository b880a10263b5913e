import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconFile, IconUpload, IconX } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { formatBytes } from '../components/format.js';
import { addDocuments, type Document, descriptionsAmong } from './documents.js';
import classes from './file-drop.module.css';
import { fromFiles, readDrop } from './read-drop.js';

/** A drop zone for files, a folder or an archive, with an equivalent button and the list of chosen files. */
export function FileDrop({
  documents,
  onChange,
  main,
  onMain,
  error,
}: {
  readonly documents: readonly Document[];
  readonly onChange: (documents: readonly Document[]) => void;
  readonly main: string | null;
  readonly onMain: (path: string | null) => void;
  readonly error: string | undefined;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const descriptions = descriptionsAmong(documents);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChange(addDocuments(documents, await readDrop(event.dataTransfer)));
  };
  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same */}
      <div
        className={classes['drop']}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => void drop(event)}
      >
        <IconUpload size={28} stroke={1.6} aria-hidden />
        <Text ta="center">Drop the WSDL here with the files it imports, as a folder or as a zip archive</Text>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept=".wsdl,.wsdl2,.xsd,.xml,.zip"
          data-testid="files"
          onChange={({ currentTarget }) => {
            onChange(addDocuments(documents, fromFiles(currentTarget.files ?? [])));
            // Reset, so that the same file can be chosen again after a change.
            currentTarget.value = '';
          }}
        />
        <Button variant="default" onClick={() => input.current?.click()}>
          Choose files
        </Button>
      </div>
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {documents.length > 0 && (
        <ul className={classes['files']} aria-label="Chosen files">
          {documents.map(({ path, file }) => (
            <li key={path} className={classes['file']}>
              <Group gap="xs" wrap="nowrap" miw={0}>
                <IconFile size={18} stroke={1.6} aria-hidden className={classes['icon'] ?? ''} />
                <span className={classes['path']}>{path}</span>
              </Group>
              <Group gap="xs" wrap="nowrap">
                <Text size="sm" c="dimmed" className={classes['size'] ?? ''}>
                  {formatBytes(file.size)}
                </Text>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Remove ${path}`}
                  onClick={() => onChange(documents.filter((other) => other.path !== path))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Group>
            </li>
          ))}
        </ul>
      )}
      {descriptions.length > 1 && (
        <Select
          label="Main WSDL"
          description="The file that describes the service. Leave it empty if you are not sure."
          data={[...descriptions]}
          value={main}
          onChange={onMain}
          clearable
          placeholder="Detect automatically"
        />
      )}
    </Stack>
  );
}
