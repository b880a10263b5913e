import { type CredentialForm, DOORS, type FormField, type KindName } from '@soapstone/credentials/doors';
import { base64Of } from './certificate-draft.js';

/** The kinds whose form has code of its own. */
export type OwnKind = 'headers' | 'clientCertificate' | 'signature' | 'sts' | 'decryption' | 'verify';
/** The kinds whose form follows from the table of credential kinds. */
export type FormKind = Exclude<KindName, OwnKind>;

/** The value of a field: a text, a file, a number, or none of the two latter. */
export type FieldValue = string | number | File | null;
/** The form values of one kind by member. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** The form of a kind. */
export function formOf(kind: FormKind): CredentialForm {
  const { form } = DOORS[kind];
  if ('own' in form) throw new Error(`the form of ${kind} has no fields`);
  return form;
}

/** The values of the fields of a kind before anyone has filled them in. */
export function emptyValues(kind: FormKind): FieldValues {
  return Object.fromEntries(formOf(kind).fields.map((field) => [field.member, emptyValue(field)]));
}

function emptyValue({ input, choices }: FormField): FieldValue {
  if (input === 'choice') return choices?.[0]?.value ?? '';
  return input === 'text-file' || input === 'base64-file' ? null : '';
}

/** The value of a kind in a profile, or what is wrong with its fields. */
export async function buildFields(
  kind: FormKind,
  values: FieldValues,
): Promise<{ readonly value: unknown } | { readonly problem: string }> {
  const { fields, either, fixed } = formOf(kind);
  const built: Record<string, unknown> = {};
  for (const { member, missing, form, input } of fields) {
    const value = values[member] ?? '';
    if (value === '') {
      if (missing !== undefined) return { problem: missing };
    } else if (form !== undefined && !form.accepts(String(value))) {
      return { problem: form.problem };
    } else built[member] = value instanceof File ? await readFile(value, input) : value;
  }
  if (either !== undefined) {
    const [first, ...others] = either.members.filter((member) => built[member] !== undefined);
    if (first === undefined) return { problem: either.missing };
    for (const other of others) delete built[other];
  }
  const [only] = fields;
  return { value: only?.member === '' ? built[''] : { ...built, ...fixed } };
}

function readFile(file: File, input: FormField['input']): Promise<string> {
  return input === 'base64-file' ? base64Of(file) : file.text();
}
