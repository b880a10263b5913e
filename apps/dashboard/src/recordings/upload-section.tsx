import { Text } from '@mantine/core';
import { useState } from 'react';
import { useUploadRecordings } from '../api/recordings.js';
import { DropArea } from '../components/forms/drop-area.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { showDone } from '../components/notices/show-done.js';
import { type Document, toSource } from '../files/documents.js';
import { formatPlural } from '../text/format.js';

/** The gateway's limit: 1,000 recordings of three files each, and their WSDL. */
const LIMITS = { most: 3_200, nothing: 'Choose the files of a recording' };

/** Adds recordings from a folder, all of them or none. */
export function UploadSection({ serviceId }: { readonly serviceId: string }) {
  const upload = useUploadRecordings(serviceId);
  const [problem, setProblem] = useState<string>();
  const start = (documents: readonly Document[]) => {
    if (documents.length === 0) return;
    const source = toSource(documents, LIMITS);
    setProblem(source.kind === 'problem' ? source.message : undefined);
    if (source.kind === 'problem') return upload.reset();
    upload.mutate(source, {
      onSuccess: ({ stored, known }) =>
        showDone(`${formatPlural(stored, 'recording')} added${known > 0 ? `, ${known} already here` : ''}`),
    });
  };
  return (
    <Section
      title="Upload recordings"
      description="Add a folder from soapstone record or from Download. Its requests must be ones that this service reads."
    >
      <ErrorNotice error={upload.error} most={50} />
      {problem !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <DropArea
        text="Drop the folder, its files or a zip archive here"
        accept=".zip,.json,.xml,.mime,.html,.txt,.bin"
        testId="recording-files"
        folders
        busy={upload.isPending}
        onDocuments={start}
      />
    </Section>
  );
}
