import { Button, Group, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import type { Document } from '../../files/documents.js';
import { fromFiles, readDrop } from '../../files/read-drop.js';
import classes from './drop-area.module.css';

/** A drop zone for files, a folder or an archive, with buttons that do the same. */
export function DropArea({
  text,
  accept,
  testId,
  folders = false,
  busy = false,
  onDocuments,
}: {
  readonly text: string;
  /** The extensions of files that can be chosen. */
  readonly accept: string;
  readonly testId: string;
  /** Whether a folder can be chosen too. */
  readonly folders?: boolean;
  /** Nothing can be chosen while an upload runs. */
  readonly busy?: boolean;
  readonly onDocuments: (documents: readonly Document[]) => void;
}) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onDocuments(fromFiles(currentTarget.files ?? []));
    // Reset the input, so that the same file can be chosen again after a change.
    currentTarget.value = '';
  };
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!busy) onDocuments(await readDrop(event.dataTransfer));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons inside do the same
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
      <Text ta="center">{text}</Text>
      <input ref={files} type="file" multiple hidden accept={accept} data-testid={testId} onChange={choose} />
      {folders && (
        <input
          ref={folder}
          type="file"
          hidden
          data-testid={`${testId}-folder`}
          onChange={choose}
          {...{ webkitdirectory: '' }}
        />
      )}
      <Group gap="sm" justify="center">
        <Button variant="default" loading={busy} onClick={() => files.current?.click()}>
          Choose files
        </Button>
        {folders && (
          <Button variant="default" disabled={busy} onClick={() => folder.current?.click()}>
            Choose folder
          </Button>
        )}
      </Group>
    </div>
  );
}
