import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { usePlan } from '../api/plans.js';
import type { ServiceDetail } from '../api/services.js';
import { Section } from '../components/layout/section.js';
import { PlanNotice } from '../components/notices/plan-notice.js';
import classes from './download-section.module.css';

const FILES = [
  { title: 'OpenAPI 3.0', use: 'Widest tool support', files: ['openapi-3.0.json', 'openapi-3.0.yaml'] },
  { title: 'OpenAPI 3.1', use: 'Latest version', files: ['openapi-3.1.json', 'openapi-3.1.yaml'] },
  { title: 'TypeScript types', use: 'For TypeScript clients', files: ['types.ts'] },
] as const;

/** Downloads of API descriptions for generating clients. */
export function DownloadSection({ service: { serviceId } }: { readonly service: ServiceDetail }) {
  const plan = usePlan();
  if (plan === undefined) return null;
  return (
    <Section
      title="Downloads"
      description="Generate clients from these files, or import them into tools such as Postman."
    >
      {plan.openapi ? (
        <ul className={classes['files']}>
          {FILES.map(({ title, use, files }) => (
            <li key={title} className={classes['file']}>
              <div>
                <Text fw={550}>{title}</Text>
                <Text size="sm" c="dimmed">
                  {use}
                </Text>
              </div>
              <Group gap="xs">
                {files.map((file) => (
                  <Button
                    key={file}
                    component="a"
                    href={`/api/manage/services/${serviceId}/files/${file}`}
                    download
                    variant="default"
                    size="xs"
                    leftSection={<IconDownload size={14} aria-hidden />}
                    aria-label={`Download ${file}`}
                  >
                    {file.split('.').at(-1)?.toUpperCase()}
                  </Button>
                ))}
              </Group>
            </li>
          ))}
        </ul>
      ) : (
        <PlanNotice title="OpenAPI is available on Starter and Pro">
          Calls work on every plan. Try it shows an example of each operation.
        </PlanNotice>
      )}
    </Section>
  );
}
