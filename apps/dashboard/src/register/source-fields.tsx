import { SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { asksForLogin } from '../api/requests/explain-error.js';
import { FetchCredentials } from './fetch-credentials.js';
import { FileDrop } from './file-drop.js';
import type { SourceForm, SourceKind } from './use-source.js';

/** Asks for the documents of a service: a URL, files, or their text. `error` is the reason why the last import failed. */
export function SourceFields({
  state,
  change,
  error,
}: Pick<SourceForm, 'state' | 'change'> & { readonly error?: unknown }) {
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label="Where is the WSDL?"
        value={state.kind}
        onChange={(kind) => change({ kind: kind as SourceKind })}
        data={[
          { value: 'url', label: 'URL' },
          { value: 'files', label: 'Files' },
          { value: 'text', label: 'Text' },
        ]}
      />
      {state.kind === 'url' && (
        <TextInput
          label="WSDL URL"
          description="Often the service URL plus ?wsdl. Imported files are fetched automatically."
          placeholder="https://example.com/service?wsdl"
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={2048}
          value={state.url}
          onChange={({ currentTarget }) => change({ url: currentTarget.value })}
          error={state.problem}
        />
      )}
      {state.kind === 'url' && (
        <FetchCredentials
          access={state.access}
          onChange={(access) => change({ access })}
          asked={asksForLogin(error)}
        />
      )}
      {state.kind === 'files' && (
        <FileDrop
          documents={state.documents}
          onChange={(documents) => change({ documents, main: null })}
          main={state.main}
          onMain={(main) => change({ main })}
          error={state.problem}
        />
      )}
      {state.kind === 'text' && (
        <Textarea
          label="WSDL text"
          description="A single file. If it imports others, upload them together instead."
          placeholder="<definitions …"
          autosize
          minRows={8}
          maxRows={20}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={state.text}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          error={state.problem}
        />
      )}
    </Stack>
  );
}
