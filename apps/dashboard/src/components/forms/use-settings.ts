import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';

type Rules<Values> = {
  readonly [Name in keyof Values]?: (value: Values[Name]) => string | null;
};

/**
 * A form of stored settings. If they change elsewhere, such as in another form of the page, unedited fields get
 * the new values, and edited ones stay.
 */
export function useSettings<Values extends Record<string, unknown>>(
  stored: Values,
  rules: Rules<Values> = {},
): UseFormReturnType<Values> {
  const form = useForm<Values>({
    initialValues: stored,
    validate: (values) => {
      const errors: FormErrors = {};
      for (const name of Object.keys(rules) as (keyof Values & string)[]) {
        const problem = rules[name]?.(values[name]);
        if (problem !== null && problem !== undefined) errors[name] = problem;
      }
      return errors;
    },
  });
  const seen = useRef(JSON.stringify(stored));
  const now = JSON.stringify(stored);
  useEffect(() => {
    if (seen.current === now) return;
    seen.current = now;
    const values = form.getValues();
    const edited = Object.keys(values).filter((name) => form.isDirty(name));
    form.setInitialValues(stored);
    form.setValues({
      ...stored,
      ...Object.fromEntries(edited.map((name) => [name, values[name]])),
    } as Partial<Values>);
  });
  return form;
}
