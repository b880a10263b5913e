import { isJsonNumber, type JsonObject, type JsonValue, stringify } from '@soapstone/json-xml-mapper';
import type { Design } from '@soapstone/json-xml-mapper/design';
import type { Exchange } from '@soapstone/json-xml-mapper/internal';
import {
  firstPage,
  inputOfParameters,
  nextPage,
  operationOf,
  type PagePart,
  type PagePlan,
  type PageState,
  pageParameters,
  pagePlan,
  routesOf,
} from '@soapstone/json-xml-mapper/internal/routes';
import { assertOptions } from '@soapstone/options';
import type { ClientOperation, UntypedOperations } from '../api/client.js';
import { ResponseError } from '../api/errors.js';
import { assertCallOptions, type CallOptions, itemPath } from '../api/options.js';
import type { CallTarget } from './call-target.js';
import { readerOf } from './streaming-call.js';

const encoder = new TextEncoder();

type Operation = ClientOperation<UntypedOperations[string]>;

/** The operations of a client, for the pages of one of them. */
export interface PagedClient {
  readonly operation: (name: string) => Operation;
  readonly compiled: (name: string) => Exchange;
}

/** Gives an operation whose design divides its result into pages an `items` that reads all of them. */
export type PagesOf = (operation: Operation, target: CallTarget, client: PagedClient) => Operation;

/**
 * Reads the pages of a design (PG-1). Passed on by generated modules.
 *
 * @example
 * ```ts
 * const designed = designOf(design, { createPages });
 * ```
 */
export function createPages(design: Design): PagesOf {
  const pages = new Map(
    routesOf(design)?.routes.flatMap(({ page }) => (page === undefined ? [] : [[page.operation, page]])),
  );
  return (operation, target, client) => {
    const page = pages.get(target.name);
    if (page === undefined) return operation;
    const plan = pagePlan(page, (name) => client.compiled(name).shape.pages);
    if (plan === undefined) return operation;
    const call = (...given: Parameters<Operation>) => operation(...given);
    const { items, ...others } = Object.getOwnPropertyDescriptors(operation);
    const {
      length: _length,
      name: _name,
      prototype: _prototype,
      ...copied
    } = others as PropertyDescriptorMap;
    Object.defineProperties(call, copied);
    const ofPages: Operation['items'] = (input, path, options = {}) => {
      assertOptions(itemPath, path, `${target.name}.items`, 'path');
      assertCallOptions(options, `${target.name}.items`);
      const keys = typeof path === 'string' ? path.split('.') : path;
      const isOfPages = plan.first.items.every((key, index) => keys[index] === key);
      return isOfPages
        ? allItems(plan, target, client, { input, keys, options })
        : operation.items(input, path, options);
    };
    return Object.freeze(Object.defineProperty(call, 'items', { ...items, value: ofPages })) as Operation;
  };
}

/** The items that a program wants. */
interface WantedItems {
  readonly input: unknown;
  readonly keys: readonly string[];
  readonly options: CallOptions;
}

/** The items of all pages. One page is in memory, and the next one is called once its items were taken. */
async function* allItems<Item>(
  plan: PagePlan,
  target: CallTarget,
  client: PagedClient,
  { input, keys, options }: WantedItems,
): AsyncGenerator<Item, void, undefined> {
  const deeper = keys.slice(plan.first.items.length);
  // A path that leads nowhere fails before anything is sent.
  await readerOf(target, target.compiled(), keys, {});
  let state: PageState = startOf(plan, input);
  for (let pages = 1; ; pages++) {
    const name = operationOf(plan, state);
    const part = state.page === 0 ? plan.first : plan.later;
    const asked = inputOfPage(plan, state, input, client.compiled(name));
    const { result, status } = await client.operation(name).full(asked, options);
    const items = valuesAt(result, part.items);
    for (const item of items) yield* valuesAt(item, deeper) as Item[];
    const step = nextPage(plan, state, encoder.encode(stringify(signsIn(result, part))), items.length);
    if (step.kind === 'end') return;
    const problem =
      step.kind === 'broken'
        ? `does not say how to get the next page: ${step.problem}`
        : pages >= plan.page.most
          ? `has more than ${plan.page.most} pages; page: { most: … } of the design raises this limit`
          : undefined;
    if (step.kind === 'broken' || problem !== undefined)
      throw new ResponseError({
        message: `The list of ${target.name} ${problem}`,
        code: step.kind === 'broken' ? 'UNEXPECTED_ELEMENT' : 'LIMIT',
        operation: name,
        status,
      });
    state = step.state;
  }
}

/** A program that says where the list begins gets the list from there on. */
function startOf(plan: PagePlan, input: unknown): PageState {
  const first = firstPage(plan);
  const { to } = plan.first;
  const given = to === undefined ? undefined : textOf(valueAt(input, to.split('.')));
  return given === undefined ? first : { ...first, at: given };
}

/** The input of the call for a page. */
function inputOfPage(plan: PagePlan, state: PageState, input: unknown, { shape }: Exchange): JsonObject {
  const parameters = [...pageParameters(plan, state)];
  const isContinued = state.page > 0 && plan.page.continuation !== undefined;
  const { size } = plan.first;
  const given = size === undefined ? undefined : textOf(valueAt(input, size.split('.')));
  if (isContinued && plan.later.size !== undefined && given !== undefined)
    parameters.push([plan.later.size, given]);
  const members = inputOfParameters(shape.input, parameters);
  return isContinued ? members : merge(input, members);
}

function merge(input: unknown, members: JsonObject): JsonObject {
  const merged = new Map(Object.entries((input ?? {}) as JsonObject));
  for (const [key, value] of Object.entries(members)) {
    const own = merged.get(key);
    merged.set(key, isObject(value) && isObject(own) ? merge(own, value) : value);
  }
  return Object.fromEntries(merged);
}

/** The members of a result that say how the list continues. */
function signsIn(result: JsonObject, { next, end, kept }: PagePart): JsonObject {
  let signs: JsonObject = {};
  for (const keys of [next, end, ...kept]) {
    const text = keys && textOf(valueAt(result, keys));
    if (keys === undefined || text === undefined) continue;
    signs = merge(
      signs,
      keys.reduceRight<JsonValue>((value, key) => Object.fromEntries([[key, value]]), text) as JsonObject,
    );
  }
  return signs;
}

/** The values at a path; lists on the way are walked through. */
function valuesAt(value: unknown, keys: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, keys));
  const [key, ...rest] = keys;
  if (key === undefined) return value === undefined ? [] : [value];
  return isObject(value) && Object.hasOwn(value, key) ? valuesAt(value[key], rest) : [];
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (!isObject(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

/** The text of a value in JSON; undefined for one that has none. */
function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (value instanceof Date) return (value as { readonly text?: string }).text ?? value.toISOString();
  return String(value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}
