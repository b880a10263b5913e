import { defined } from '@soapstone/options/defined';
import type { Port } from '@soapstone/wsdl-parser';
import type { AddressingOptions, ChosenAddressing } from '../options/addressing-options.js';

/** Returns the properties that the options name; undefined if they name none. */
export function addressingPropertiesOf(options: AddressingOptions): ChosenAddressing | undefined {
  const chosen = defined({
    version: options.addressingVersion,
    action: options.wsaAction,
    to: options.wsaTo,
    from: options.wsaFrom,
    replyTo: options.wsaReplyTo,
    faultTo: options.wsaFaultTo,
    mustUnderstand: options.wsaMustUnderstand,
  });
  return Object.keys(chosen).length === 0 ? undefined : chosen;
}

/** Whether a request carries WS-Addressing headers. */
export function writesAddressing(
  mode: 'auto' | 'always' | 'never',
  port: Port | undefined,
  chosen: ChosenAddressing | undefined,
): boolean {
  if (mode !== 'auto') return mode === 'always';
  return port?.addressing === 'required' || chosen !== undefined;
}
