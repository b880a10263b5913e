import { Alert, Button, Group, Radio, Stack } from '@mantine/core';
import { IconCircleCheck, IconGitCompare } from '@tabler/icons-react';
import { useState } from 'react';
import { beginRevision, type Reimported, type SentRevision } from '../api/revisions.js';
import type { ServiceDetail } from '../api/services.js';
import { useImport } from '../api/use-import.js';
import { useUnsaved } from '../components/forms/unsaved.js';
import { useOnce } from '../components/forms/use-once.js';
import { Section } from '../components/layout/section.js';
import { ErrorNotice } from '../components/notices/error-notice.js';
import { ImportProgress } from '../drafts/import-progress.js';
import { SourceFields } from '../register/source-fields.js';
import { useSource } from '../register/use-source.js';
import { formatPlural } from '../text/format.js';

type Activation = NonNullable<SentRevision['activate']>;

/** Imports the documents again after the service has changed. */
export function ImportSection({ service }: { readonly service: ServiceDetail }) {
  const { serviceId } = service;
  const address = /^https?:/.test(service.source) ? service.source : '';
  const source = useSource({ url: address });
  const [open, setOpen] = useState(false);
  const [activate, setActivate] = useState<Activation>('safe');
  const [result, setResult] = useState<Reimported>();
  const revision = useImport<SentRevision, Reimported>((body) => beginRevision(serviceId, body));

  const { url, documents, text } = source.state;
  useUnsaved(open && !revision.running && (documents.length > 0 || text !== '' || url !== address));

  const send = useOnce(async () => {
    const sent = await source.read();
    if (sent === undefined) return;
    revision.start({ ...sent, activate }, (imported) => {
      setOpen(false);
      setResult(imported);
    });
  });

  return (
    <Section
      title="Update the WSDL"
      description="Import the WSDL again. Breaking changes wait for your approval."
      actions={
        !open && (
          <Button variant="default" onClick={() => setOpen(true)}>
            Import again
          </Button>
        )
      }
    >
      <div role="status">{result !== undefined && !open && <Outcome result={result} />}</div>
      {open && revision.running && <ImportProgress job={revision.job} onCancel={revision.cancel} />}
      {open && !revision.running && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Stack gap="lg" maw={640}>
            <ErrorNotice error={revision.error} />
            <SourceFields {...source} error={revision.error} />
            <Radio.Group
              label="Publish"
              value={activate}
              onChange={(value) => setActivate(value as Activation)}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="safe" label="Immediately, unless it breaks clients" />
                <Radio value="never" label="After I approve it" />
                <Radio value="always" label="Immediately, even if it breaks clients" />
              </Stack>
            </Radio.Group>
            <Group gap="sm">
              <Button type="submit">Import</Button>
              <Button variant="default" onClick={() => setOpen(false)}>
                Cancel
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Section>
  );
}

function Outcome({ result: { number, inForce, breaking, changes } }: { readonly result: Reimported }) {
  if (inForce) {
    return (
      <Alert color="soap" icon={<IconCircleCheck aria-hidden />} title={`Revision ${number} is live`}>
        {changes.length === 0
          ? 'No change for your clients.'
          : `${formatPlural(changes.length, 'change')} for your clients.`}
      </Alert>
    );
  }
  return (
    <Alert color="yellow" icon={<IconGitCompare aria-hidden />} title={`Revision ${number} needs approval`}>
      {breaking ? 'It breaks clients. ' : ''}Review its changes below, then publish it.
    </Alert>
  );
}
