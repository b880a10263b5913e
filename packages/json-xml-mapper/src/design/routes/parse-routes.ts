import { isJsonNumber } from '../../json/json-number.js';
import { describe, isRecord, ownValue, refuseEmpty } from '../design-data.js';
import { DESIGN_LIMITS } from '../limits.js';
import { readPage } from '../pages/parse-page.js';
import type { EntryReader } from '../session-fields.js';
import { parseBase, parseLocation, parseRoute } from './parse-template.js';
import type { FaultStatus, LocationPart, ParsedRoute, ParsedRoutes, RouteMethod } from './parsed-route.js';

type Data = Readonly<Record<string, unknown>>;

/** The parts of an operation that make its route. */
export const ROUTE_PARTS: readonly string[] = [
  'route',
  'status',
  'location',
  'body',
  'faults',
  'safe',
  'page',
];

const STATUSES: readonly unknown[] = [200, 201, 202, 204];
const WITH_LOCATION: readonly number[] = [201, 202];

/** Whether an operation of a design has something that only a route gives a meaning. */
export function hasRoute(operation: Data): boolean {
  return ROUTE_PARTS.some((part) => isGiven(ownValue(operation, part)));
}

/** Reads the base and the routes of a design. Data may come from anybody: only own properties count. */
export function readRoutes(data: Data, reporter: EntryReader): ParsedRoutes {
  const operations = ownValue(data, 'operations');
  const routes: ParsedRoute[] = [];
  for (const name of isRecord(operations) ? Object.keys(operations) : []) {
    const operation = (operations as Data)[name];
    if (!isRecord(operation) || !hasRoute(operation)) continue;
    const at = ['operations', name];
    if (routes.length >= DESIGN_LIMITS.routes) {
      reporter.report([...at, 'route'], `must not be one of more than ${DESIGN_LIMITS.routes} routes`);
      break;
    }
    const route = readRoute(name, operation, at, reporter);
    if (route !== undefined) routes.push(route);
  }
  const base = ownValue(data, 'base');
  const envelope = readEnvelope(ownValue(data, 'envelope'), routes, operations, reporter);
  return { base: isGiven(base) ? readBase(base, operations, reporter) : [], envelope, routes };
}

function readEnvelope(
  envelope: unknown,
  routes: readonly ParsedRoute[],
  operations: unknown,
  reporter: EntryReader,
): boolean {
  if (!isGiven(envelope)) return false;
  if (envelope !== true) reporter.report(['envelope'], `must be true or absent, got ${describe(envelope)}`);
  else if (!hasRoutes(operations)) reporter.report(['envelope'], 'changes nothing: no operation has a route');
  else if (routes.length > 0 && routes.every(({ status }) => status === 204))
    reporter.report(['envelope'], 'changes nothing: every route has the status 204, and so no body');
  return envelope === true;
}

function hasRoutes(operations: unknown): boolean {
  return (
    isRecord(operations) &&
    Object.values(operations).some(
      (operation) => isRecord(operation) && isGiven(ownValue(operation, 'route')),
    )
  );
}

function readBase(base: unknown, operations: unknown, reporter: EntryReader): readonly string[] {
  if (typeof base === 'string' && !reporter.count(base.length, ['base'])) return [];
  const segments = parseBase(base);
  if ('problem' in segments) {
    reporter.report(['base'], segments.problem);
    return [];
  }
  if (!hasRoutes(operations)) reporter.report(['base'], 'changes nothing: no operation has a route');
  return segments;
}

function readRoute(
  operation: string,
  data: Data,
  at: readonly string[],
  reporter: EntryReader,
): ParsedRoute | undefined {
  const given = ROUTE_PARTS.filter((part) => isGiven(ownValue(data, part)));
  const text = ownValue(data, 'route');
  if (!isGiven(text)) {
    for (const part of given) reporter.report([...at, part], 'changes nothing: the operation has no route');
    return undefined;
  }
  if (ownValue(data, 'hidden') === true) {
    reporter.report([...at, 'route'], 'changes nothing: the operation is hidden');
    return undefined;
  }
  if (typeof text === 'string' && !reporter.count(text.length, [...at, 'route'])) return undefined;
  const parsed = parseRoute(text);
  const method = 'problem' in parsed ? undefined : parsed.method;
  const status = readStatus(ownValue(data, 'status'), [...at, 'status'], reporter);
  const location = readLocation(ownValue(data, 'location'), status, method, [...at, 'location'], reporter);
  const body = readBody(ownValue(data, 'body'), method, [...at, 'body'], reporter);
  const faults = readFaults(ownValue(data, 'faults'), [...at, 'faults'], reporter);
  const safe = readSafe(ownValue(data, 'safe'), method, [...at, 'safe'], reporter);
  const paging = ownValue(data, 'page');
  const page = isGiven(paging) ? readPage(operation, paging, [...at, 'page'], reporter) : undefined;
  if ('problem' in parsed) {
    reporter.report([...at, 'route'], parsed.problem);
    return undefined;
  }
  if (isGiven(paging) && method !== 'GET' && method !== 'POST')
    reporter.report([...at, 'page'], `must be absent: a GET or a POST has pages, and this is a ${method}`);
  if (isGiven(paging) && status === 204)
    reporter.report([...at, 'page'], 'must be absent: a 204 has no body, and so no items');
  return { operation, at, ...parsed, status, location, body, faults, safe, ...(page && { page }) };
}

function readStatus(status: unknown, at: readonly string[], reporter: EntryReader): number {
  if (!isGiven(status)) return 200;
  const value = wholeNumber(status);
  if (!STATUSES.includes(value)) reporter.report(at, `must be 201, 202 or 204, got ${describe(status)}`);
  else if (value === 200) reporter.report(at, 'changes nothing: the status is 200 without it');
  return value;
}

function readLocation(
  location: unknown,
  status: number,
  method: RouteMethod | undefined,
  at: readonly string[],
  reporter: EntryReader,
): readonly LocationPart[] {
  if (!isGiven(location)) return [];
  if (typeof location === 'string' && !reporter.count(location.length, at)) return [];
  const parts = parseLocation(location);
  if ('problem' in parts) {
    reporter.report(at, parts.problem);
    return [];
  }
  if (!WITH_LOCATION.includes(status))
    reporter.report(at, 'has no meaning without status: 201 or status: 202');
  else if (method === 'GET') reporter.report(at, 'has no meaning for a GET, which creates nothing');
  return parts;
}

/** The default depends on the method, as in `google.api.http` of most services. */
function readBody(
  body: unknown,
  method: RouteMethod | undefined,
  at: readonly string[],
  reporter: EntryReader,
): string | undefined {
  const hasBody = method !== 'GET' && method !== 'DELETE';
  if (!isGiven(body)) return hasBody ? '*' : undefined;
  if (typeof body !== 'string' || body === '') {
    reporter.report(at, `must be the key of a member, or '*' for all that is left, got ${describe(body)}`);
    return undefined;
  }
  if (!reporter.count(body.length, at)) return undefined;
  if (!hasBody) reporter.report(at, `must be absent: a ${method} has no body`);
  else if (body === '*') reporter.report(at, `changes nothing: '*' is the default of a ${method}`);
  return hasBody ? body : undefined;
}

function readFaults(faults: unknown, at: readonly string[], reporter: EntryReader): readonly FaultStatus[] {
  if (!isGiven(faults)) return [];
  if (!isRecord(faults)) {
    reporter.report(at, `must be an object of statuses by names of faults, got ${describe(faults)}`);
    return [];
  }
  const names = Object.keys(faults);
  if (refuseEmpty(names, at, reporter)) return [];
  if (names.length > DESIGN_LIMITS.routeFaults) {
    reporter.report(at, `must not have more than ${DESIGN_LIMITS.routeFaults} faults`);
    return [];
  }
  return names.flatMap((name): readonly FaultStatus[] => {
    const place = [...at, name];
    if (!reporter.count(name.length, place)) return [];
    const status = wholeNumber(faults[name]);
    if (!Number.isInteger(status) || status < 400 || status > 599) {
      reporter.report(place, `must be a status from 400 to 599, got ${describe(faults[name])}`);
      return [];
    }
    if (status === 502) reporter.report(place, 'changes nothing: the status of a fault is 502 without it');
    return [{ name, status, at: place }];
  });
}

function readSafe(
  safe: unknown,
  method: RouteMethod | undefined,
  at: readonly string[],
  reporter: EntryReader,
): boolean {
  if (!isGiven(safe)) return false;
  if (safe !== true) reporter.report(at, `must be true or absent, got ${describe(safe)}`);
  else if (method !== undefined && method !== 'GET')
    reporter.report(at, `changes nothing: only a GET must be safe, and this is a ${method}`);
  return safe === true;
}

/** NaN for anything but a number; a reader of files may return large types for small numbers. */
function wholeNumber(value: unknown): number {
  if (typeof value === 'bigint' || isJsonNumber(value)) return Number(String(value));
  return typeof value === 'number' ? value : Number.NaN;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
