import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { itemsOf } from '../api/requests/pages.js';
import { pages, query } from '../api/requests/query.js';
import { servicesQuery } from '../api/services.js';
import { useSession } from '../api/session.js';
import { ButtonLink } from '../components/layout/links.js';
import { Section } from '../components/layout/section.js';
import classes from './first-steps.module.css';
import { hideSteps, isHidden } from './hidden-steps.js';
import { type StepName, stepsOf } from './steps.js';

const WORDS: Record<StepName, { readonly title: string; readonly text: string }> = {
  register: { title: 'Register a service', text: 'From the URL or the files of a WSDL, or use the sample.' },
  try: { title: 'Try an operation', text: 'Send a request from this dashboard and see the response.' },
  key: { title: 'Create an API key', text: 'Your app sends it with each request.' },
  client: { title: 'Call the API from your app', text: 'The API reference has the code for your language.' },
};

/** The first steps of an account, until a client has called the API or the owner hides them. */
export function FirstSteps() {
  const { accountId } = useSession().account;
  const [hidden, setHidden] = useState(() => isHidden(accountId));
  if (hidden) return null;
  return (
    <Checklist
      accountId={accountId}
      onHide={() => {
        hideSteps(accountId);
        setHidden(true);
      }}
    />
  );
}

function Checklist({ accountId, onHide }: { readonly accountId: string; readonly onHide: () => void }) {
  const services = itemsOf(useInfiniteQuery(servicesQuery()).data, (page) => page.services);
  const keys = itemsOf(
    useInfiniteQuery(pages('/api/manage/keys', { query: { revoked: false } })).data,
    (page) => page.keys,
  );
  const { data: newest } = useQuery(query('/api/manage/calls', { query: { limit: 1 } }));
  const steps = stepsOf({
    services: services.total,
    hasCalled: newest && newest.calls.length > 0,
    keys: keys.items,
  });
  const isOver = steps?.every(({ isDone }) => isDone) ?? false;
  // The next visit asks for nothing.
  useEffect(() => {
    if (isOver) hideSteps(accountId);
  }, [isOver, accountId]);
  if (steps === undefined || isOver) return null;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Section
      title="First steps"
      description={`${steps.filter(({ isDone }) => isDone).length} of ${steps.length} done`}
      actions={
        <Button variant="default" size="xs" onClick={onHide}>
          Hide
        </Button>
      }
    >
      <ol className={classes['steps']}>
        {steps.map(({ name, isDone }) => (
          <li key={name} className={classes['step']} data-done={isDone}>
            <span className={classes['mark']} aria-hidden>
              {isDone ? <IconCircleCheck size={20} /> : <IconCircle size={20} />}
            </span>
            <Stack gap={4} align="flex-start">
              <Text fw={name === next?.name ? 600 : 400}>
                {WORDS[name].title}
                {isDone && <VisuallyHidden> (done)</VisuallyHidden>}
              </Text>
              {!isDone && (
                <Text size="sm" c="dimmed">
                  {WORDS[name].text}
                </Text>
              )}
              {name === next?.name && <StepLink step={name} serviceId={services.items?.[0]?.serviceId} />}
            </Stack>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Leads to the page of a step. */
function StepLink({ step, serviceId }: { readonly step: StepName; readonly serviceId: string | undefined }) {
  const look = { size: 'xs', variant: 'light' } as const;
  if (step === 'key') {
    return (
      <ButtonLink to="/keys" search={{ create: true }} {...look}>
        Create key
      </ButtonLink>
    );
  }
  // The first step has its buttons above.
  if (step === 'register' || serviceId === undefined) return null;
  return step === 'try' ? (
    <ButtonLink to="/services/$serviceId/try-it" params={{ serviceId }} {...look}>
      Try an operation
    </ButtonLink>
  ) : (
    <ButtonLink to="/services/$serviceId/reference" params={{ serviceId }} {...look}>
      Show the code
    </ButtonLink>
  );
}
