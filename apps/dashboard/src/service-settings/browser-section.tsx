import { Textarea } from '@mantine/core';
import { problemOf } from '../api/requests/explain-error.js';
import { type ServiceDetail, useChangeService } from '../api/services.js';
import { SettingsForm } from '../components/forms/settings-form.js';
import { useBase } from '../components/forms/use-base.js';
import { useSettings } from '../components/forms/use-settings.js';
import { Section } from '../components/layout/section.js';

/** The entries of a text, one per line. */
const entriesOf = (text: string) => text.split(/[\s,]+/).filter((entry) => entry !== '');

/** The origins of web pages that may call the API from a browser. */
export function BrowserSection({ service }: { readonly service: ServiceDetail }) {
  const form = useSettings({ origins: service.settings.corsOrigins.join('\n') });
  const change = useChangeService(useBase(service, form.isDirty()));
  const entries = entriesOf(form.values.origins);
  const problems = entries.flatMap((entry, index) => {
    const problem = problemOf(change.error, `/settings/corsOrigins/${index}`);
    return problem === undefined ? [] : [`${entry}: ${problem}`];
  });
  return (
    <Section
      title="Browser access (CORS)"
      description="Off by default: web pages of other origins cannot call this API. An API key in a page can be read by everyone who opens the page."
    >
      <SettingsForm
        form={form}
        change={{ ...change, error: problems.length > 0 ? null : change.error }}
        changeOf={({ origins }) => ({ settings: { corsOrigins: entriesOf(origins) } })}
        done="Settings saved"
      >
        <Textarea
          label="Allowed origins"
          description="One per line. Use *. for every subdomain. Empty turns CORS off."
          placeholder={'https://app.example.com\nhttps://*.example.com'}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          {...form.getInputProps('origins')}
          error={problems.length === 0 ? undefined : problems.join('\n')}
          styles={{
            input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' },
            error: { whiteSpace: 'pre-line' },
          }}
        />
      </SettingsForm>
    </Section>
  );
}
