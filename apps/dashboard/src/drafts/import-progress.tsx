import { Button, Group, Loader, Stack, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPoint } from '@tabler/icons-react';
import type { Job } from '../api/jobs.js';
import { formatPlural } from '../text/format.js';
import classes from './import-progress.module.css';

const STEPS = [
  { step: 'fetching', title: 'Fetching files' },
  { step: 'reading', title: 'Reading the WSDL' },
  { step: 'compiling', title: 'Preparing operations' },
  { step: 'describing', title: 'Checking compatibility' },
  { step: 'storing', title: 'Saving the result' },
] as const satisfies readonly { readonly step: Job['step']; readonly title: string }[];

/** The steps of a running import. */
export function ImportProgress({
  job,
  onCancel,
}: {
  readonly job: Job | undefined;
  readonly onCancel: () => void;
}) {
  const reached = job === undefined ? 0 : STEPS.findIndex(({ step }) => step === job.step);
  return (
    <Stack gap="lg">
      <ol className={classes['steps']}>
        {STEPS.map(({ step, title }, index) => {
          const state = index < reached ? 'done' : index === reached ? 'now' : 'later';
          return (
            <li key={step} className={classes['step']} data-state={state}>
              <span className={classes['mark']} aria-hidden>
                {state === 'done' && <IconCheck size={18} />}
                {state === 'now' && <Loader size={16} />}
                {state === 'later' && <IconPoint size={18} />}
              </span>
              <span>{title}</span>
            </li>
          );
        })}
      </ol>
      {job !== undefined && job.documentCount > 0 && (
        <details className={classes['documents']}>
          <summary>{formatPlural(job.documentCount, 'file')} so far</summary>
          <ul>
            {job.documents.map((document) => (
              <li key={document}>{document}</li>
            ))}
          </ul>
        </details>
      )}
      <VisuallyHidden role="status">{STEPS[reached]?.title}</VisuallyHidden>
      {job !== undefined && (
        <Group>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      )}
    </Stack>
  );
}
