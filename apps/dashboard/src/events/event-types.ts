import type { AccountEvent } from '../api/events.js';

/** The types of events that can be chosen, with their labels. */
export const EVENT_TYPES: readonly { readonly value: AccountEvent['type']; readonly label: string }[] = [
  { value: 'quota.reached', label: 'Account quota reached' },
  { value: 'key.quota.reached', label: 'Key quota reached' },
  { value: 'service.failing', label: 'Service failing' },
  { value: 'service.recovered', label: 'Service recovered' },
  { value: 'service.errors', label: 'Many errors' },
  { value: 'revision.waiting', label: 'Revision waiting' },
  { value: 'contract.changed', label: 'WSDL changed' },
  { value: 'contract.unreadable', label: 'WSDL not readable' },
  { value: 'contract.readable', label: 'WSDL readable again' },
  { value: 'operation.held', label: 'Operation held' },
  { value: 'key.created', label: 'Key created' },
  { value: 'key.expiring', label: 'Key expiring' },
  { value: 'key.expired', label: 'Key expired' },
  { value: 'key.unused', label: 'Key unused' },
  { value: 'certificate.expiring', label: 'Certificate expiring' },
  { value: 'certificate.expired', label: 'Certificate expired' },
  { value: 'session.failing', label: 'Login failing' },
  { value: 'session.expiring', label: 'Token expiring' },
  { value: 'session.expired', label: 'Token expired' },
  { value: 'account.changed', label: 'Account changed' },
  { value: 'account.closing', label: 'Account closed' },
  { value: 'password.reset', label: 'Password reset' },
];

/** The types about the gateway, which administrators get. */
export const GATEWAY_EVENT_TYPES: typeof EVENT_TYPES = [
  { value: 'gateway.disk', label: 'Gateway: disk nearly full' },
  { value: 'gateway.database', label: 'Gateway: database failed' },
  { value: 'gateway.redis', label: 'Gateway: Redis not responding' },
  { value: 'gateway.watchdog', label: 'Gateway: process stopped' },
  { value: 'gateway.sign-up', label: 'Gateway: sign-up' },
  { value: 'gateway.certificate.expiring', label: 'Gateway: certificate expiring' },
  { value: 'gateway.certificate.expired', label: 'Gateway: certificate expired' },
];

/** Returns the label of a type of events; the type itself if it cannot be chosen. */
export function labelOfType(type: AccountEvent['type']): string {
  const known = [...EVENT_TYPES, ...GATEWAY_EVENT_TYPES].find(({ value }) => value === type);
  return known?.label ?? type;
}
