import { Code, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { describeChoices, describeLimits, describeType, type Field, fieldsOf } from './describe-schema.js';
import { type OpenApiDocument, resolve, type Schema } from './openapi.js';
import classes from './schema-fields.module.css';

/** The number of fields drawn at once; more follow on request. */
const STEP = 60;

/** The fields of a schema, one per line. Fields inside a field are only drawn when it is opened, because types can be recursive. */
export function SchemaFields({
  document,
  schema,
}: {
  readonly document: OpenApiDocument;
  readonly schema: Schema;
}) {
  const [drawn, setDrawn] = useState(STEP);
  const fields = fieldsOf(document, schema);
  const choices = describeChoices(document, schema);
  if (fields.length === 0) {
    const limits = describeLimits(document, schema);
    return (
      <Text size="sm" className={classes['text'] ?? ''}>
        {describeType(document, schema)}
        {limits.length > 0 && `: ${limits.join(', ')}`}
      </Text>
    );
  }
  return (
    <div className={classes['fields']}>
      {choices.map((choice) => (
        <Text key={choice} size="sm" className={classes['text'] ?? ''}>
          {choice}
        </Text>
      ))}
      <ul>
        {fields.slice(0, drawn).map((field) => (
          <FieldLine key={field.name} document={document} field={field} />
        ))}
      </ul>
      {fields.length > drawn && (
        <UnstyledButton className={classes['toggle'] ?? ''} onClick={() => setDrawn(drawn + STEP)}>
          Show {fields.length - drawn} more fields
        </UnstyledButton>
      )}
    </div>
  );
}

function FieldLine({ document, field }: { readonly document: OpenApiDocument; readonly field: Field }) {
  const { name, schema, required, isAlternative } = field;
  const [isOpen, setOpen] = useState(false);
  const { description, deprecated } = resolve(document, schema);
  const limits = describeLimits(document, schema);
  const hasFields = fieldsOf(document, schema).length > 0;
  return (
    <li>
      <div className={classes['line']}>
        {isAlternative ? <em>{name}</em> : <Code className={classes['text'] ?? ''}>{name}</Code>}
        <span className={classes['type']}>{describeType(document, schema)}</span>
        {required && <span className={classes['required']}>required</span>}
        {deprecated === true && <span className={classes['required']}>deprecated</span>}
        {hasFields && (
          <UnstyledButton
            className={classes['toggle'] ?? ''}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} fields of ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide fields' : 'Show fields'}
          </UnstyledButton>
        )}
      </div>
      {description !== undefined && (
        <Text size="sm" c="dimmed" className={classes['text'] ?? ''}>
          {description}
        </Text>
      )}
      {limits.length > 0 && (
        <Text size="xs" c="dimmed" className={classes['text'] ?? ''}>
          {limits.join(', ')}
        </Text>
      )}
      {isOpen && <SchemaFields document={document} schema={schema} />}
    </li>
  );
}
