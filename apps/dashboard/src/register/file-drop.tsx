import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core';
import { IconFile, IconX } from '@tabler/icons-react';
import { DropArea } from '../components/forms/drop-area.js';
import { addDocuments, type Document, descriptionsAmong } from '../files/documents.js';
import { formatBytes } from '../text/format.js';
import classes from './file-drop.module.css';

/** A drop zone for the documents of a service, and the list of chosen files. */
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
  const descriptions = descriptionsAmong(documents);
  return (
    <Stack gap="sm">
      <DropArea
        text="Drop the WSDL here with the files it imports, as a folder or as a zip archive"
        accept=".wsdl,.wsdl2,.xsd,.xml,.zip"
        testId="files"
        onDocuments={(more) => onChange(addDocuments(documents, more))}
      />
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
