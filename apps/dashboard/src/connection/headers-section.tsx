import { Checkbox, Textarea } from '@mantine/core';
import type { ServiceDetail } from '../api/services.js';
import { SecretForm } from '../components/forms/secret-form.js';
import { Section } from '../components/layout/section.js';
import { readHeaderBlocks } from './header-blocks.js';

const EMPTY = { text: '', locked: true };

/** SOAP header blocks that the gateway adds to every call, such as a session that the service requires. Write-only, like credentials. */
export function HeadersSection({ service: { serviceId, secrets } }: { readonly service: ServiceDetail }) {
  return (
    <Section
      title="SOAP headers"
      description="Header blocks that the gateway adds to every message, such as a session or a tenant."
    >
      <SecretForm
        serviceId={serviceId}
        path="/api/manage/services/{serviceId}/headers"
        etag={secrets.etags.headers}
        what="headers"
        isStored={secrets.headers}
        state={secrets.headers ? 'Stored; can’t be viewed.' : 'None.'}
        empty={EMPTY}
        write={bodyOf}
      >
        {({ text, locked }, change, problem) => (
          <>
            <Textarea
              label="Header blocks"
              description="JSON with one member per block, named as in the WSDL. Try it lists the blocks of an operation."
              placeholder={'{\n  "Session": { "token": "…" }\n}'}
              autosize
              minRows={4}
              maxRows={16}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              value={text}
              onChange={({ currentTarget }) => change({ text: currentTarget.value })}
              error={problem}
            />
            <Checkbox
              label="Clients can’t override these"
              checked={locked}
              onChange={({ currentTarget }) => change({ locked: currentTarget.checked })}
            />
          </>
        )}
      </SecretForm>
    </Section>
  );
}

function bodyOf({ text, locked }: typeof EMPTY) {
  const read = readHeaderBlocks(text);
  if ('problem' in read) return read;
  const { blocks } = read;
  return { body: { blocks, ...(locked ? { locked: Object.keys(blocks) } : {}) } };
}
