import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { type ApiResponse, type OpenApiDocument, responseOf, schemaOf } from './openapi.js';
import classes from './operation-reference.module.css';
import { SchemaFields } from './schema-fields.js';

/** The errors of an operation by status. The body of each is shown on request. */
export function ErrorList({
  document,
  responses,
}: {
  readonly document: OpenApiDocument;
  readonly responses: readonly (readonly [status: string, response: ApiResponse])[];
}) {
  const [opened, setOpened] = useState<string>();
  return (
    <ul className={classes['errors']}>
      {responses.map(([status, response]) => {
        const { description, content } = responseOf(document, response);
        const schema = schemaOf(content);
        const isOpen = opened === status;
        return (
          <li key={status}>
            <div className={classes['error']}>
              <strong>{status}</strong>
              <span className={classes['text']}>{description?.replaceAll('`', '')}</span>
              {schema !== undefined && (
                <UnstyledButton
                  className={classes['toggle'] ?? ''}
                  aria-expanded={isOpen}
                  aria-label={`${isOpen ? 'Hide' : 'Show'} body of ${status}`}
                  onClick={() => setOpened(isOpen ? undefined : status)}
                >
                  {isOpen ? 'Hide body' : 'Show body'}
                </UnstyledButton>
              )}
            </div>
            {isOpen && schema !== undefined && <SchemaFields document={document} schema={schema} />}
          </li>
        );
      })}
    </ul>
  );
}
