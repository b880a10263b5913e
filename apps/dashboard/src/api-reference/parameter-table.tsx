import { Code, Table } from '@mantine/core';
import { DataTable } from '../components/show/data-table.js';
import { describeType } from './describe-schema.js';
import { type OpenApiDocument, type Parameter, schemaOf } from './openapi.js';
import classes from './operation-reference.module.css';

/** The parameters of a request that are not in its body. */
export function ParameterTable({
  document,
  parameters,
}: {
  readonly document: OpenApiDocument;
  readonly parameters: readonly Parameter[];
}) {
  return (
    <DataTable minWidth={420} columns={['Name', 'In', 'Type', 'Description']}>
      {parameters.map(({ name, in: place, required, description, schema, content }) => (
        <Table.Tr key={`${place} ${name}`}>
          <Table.Td className={classes['text'] ?? ''}>
            <Code>{name}</Code> {required && <span className={classes['required']}>required</span>}
          </Table.Td>
          <Table.Td>{place}</Table.Td>
          <Table.Td>{describeType(document, schema ?? schemaOf(content) ?? {})}</Table.Td>
          <Table.Td className={classes['text'] ?? ''}>{description}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
