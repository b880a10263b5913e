import { createColors } from 'picocolors';
import type { OperationDescription, PortDescription, ServiceDescription } from './describe-service.js';
import type { FieldDescription, MessageDescription } from './describe-shape.js';
import type { TypeDescription } from './describe-types.js';
import { printDemands } from './print-demands.js';

/** The number of fields shown per message; `--types` lists all fields of named types. */
const MAX_FIELDS = 24;

/** Prints a service for a terminal: services, ports, operations, and their inputs and outputs. */
export function printService(service: ServiceDescription, color: boolean): string {
  const { bold, dim, cyan } = createColors(color);
  const lines: string[] = [];
  lines.push(
    `${bold(service.name ?? service.targetNamespace)}  ${dim(`WSDL ${service.wsdlVersion}, ${service.targetNamespace}`)}`,
  );
  if (service.documentation !== undefined) lines.push(...indented(service.documentation, '', dim));
  if (service.services.length === 0) lines.push('', 'no SOAP service');
  for (const { name, documentation, ports } of service.services) {
    lines.push('', `service ${bold(name)}`);
    if (documentation !== undefined) lines.push(...indented(documentation, '  ', dim));
    for (const port of ports) lines.push(...printPort(port));
  }
  if (service.types !== undefined) lines.push('', bold('types'), ...service.types.flatMap(printType));
  return `${lines.join('\n')}\n`;

  function printType({ name, fields, type, values, variants = [] }: TypeDescription): string[] {
    if (fields === undefined) {
      return [
        `  ${cyan(name)}  ${values === undefined ? type : values.map((value) => JSON.stringify(value)).join(' | ')}`,
      ];
    }
    const others = variants.filter((variant) => variant !== name);
    return [
      `  ${cyan(name)}${others.length === 0 ? '' : dim(`  or derived: ${others.join(', ')}`)}`,
      ...fields.map((field) => `    ${fieldText(field)}`),
    ];
  }

  function printPort(port: PortDescription): string[] {
    const needs = [
      ...(port.addressing === undefined ? [] : [`WS-Addressing ${port.addressing}`]),
      ...(port.mtom === undefined ? [] : [`MTOM ${port.mtom}`]),
    ];
    const printed = [
      `  port ${bold(port.name)}  SOAP ${port.soapVersion}  ${port.address ?? dim('no address')}`,
      ...(needs.length === 0 ? [] : [dim(`    ${needs.join(', ')}`)]),
      ...(port.security === undefined ? [] : printDemands(port.security).map((line) => `    ${line}`)),
    ];
    const isExposed = port.operations.some((operation) => operation.exposedAs !== undefined);
    if (!isExposed) {
      const names = port.operations.map(({ name }) => name).join(', ');
      printed.push(
        dim(`    not used (--port ${port.name} uses it): ${names === '' ? 'no operations' : names}`),
      );
      return printed;
    }
    for (const operation of port.operations) printed.push(...printOperation(operation));
    return printed;
  }

  function printOperation(operation: OperationDescription): string[] {
    const { exposedAs, name, input, result, faults = [], get } = operation;
    const alias = exposedAs === undefined || exposedAs === name ? '' : dim(` (${name} in the WSDL)`);
    const facts = [`${operation.style}/${operation.use}`, ...(operation.oneWay ? ['one-way'] : [])];
    if (operation.soapAction !== '') facts.push(`SOAPAction ${operation.soapAction}`);
    if (get === true) facts.push('GET possible');
    const printed = ['', `    ${cyan(exposedAs ?? name)}${alias}  ${dim(facts.join(' · '))}`];
    if (operation.documentation !== undefined)
      printed.push(...indented(operation.documentation, '      ', dim));
    if (input !== undefined) printed.push(...printMessage('input ', input));
    if (result !== undefined) printed.push(...printMessage('result', result));
    for (const fault of faults) {
      const fields = fault.fields.map(fieldText).join(', ');
      printed.push(
        `      ${dim('fault ')} ${fault.name}  ${fault.key}${fields === '' ? `: ${fault.type}` : ` { ${fields} }`}`,
      );
    }
    return printed;
  }

  function printMessage(label: string, message: MessageDescription): string[] {
    const { fields, headers = [], attachments = [] } = message;
    const shown = fields.slice(0, MAX_FIELDS).map(fieldText);
    if (fields.length > shown.length) shown.push(dim(`… ${fields.length - shown.length} more`));
    const type = message.type === 'object' ? '' : `${message.type} `;
    const printed = [`      ${dim(label)} ${type}{${shown.length === 0 ? '' : ` ${shown.join(', ')} `}}`];
    if (headers.length > 0)
      printed.push(`      ${dim('       $headers')} { ${headers.map(fieldText).join(', ')} }`);
    if (attachments.length > 0)
      printed.push(`      ${dim('       $attachments')} { ${attachments.join(', ')} }`);
    return printed;
  }

  function fieldText({ key, type, required, array, nullable }: FieldDescription): string {
    const several = array ? (type.includes(' ') ? `(${type})[]` : `${type}[]`) : type;
    return `${key}${required ? '' : '?'}: ${dim(`${several}${nullable ? ' | null' : ''}`)}`;
  }
}

function indented(text: string, margin: string, style: (line: string) => string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => style(`${margin}${line}`));
}
