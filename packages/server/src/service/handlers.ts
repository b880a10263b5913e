import { anything, kindOf, nearestOf, OptionError, recordOf } from '@soapstone/options';
import type { OperationTable, ServedOperation } from './operations.js';
import type { ServerOptions, SoapHandler } from './options.js';
import { streamedHandlerOf } from './streamed-items.js';

/** Returns the handlers by operation name. Throws `OptionError` for a name without an operation, and for a missing handler. */
export function handlersByName(
  handlers: object,
  { names }: OperationTable,
  { complete = false }: ServerOptions,
): ReadonlyMap<string, SoapHandler> {
  // Methods of a class are not members of its instance: they would be left out silently.
  const [problem] = recordOf(anything)(handlers);
  if (problem !== undefined) {
    const expected = `expected an object with a function per operation, not ${kindOf(handlers)}`;
    throw new OptionError('createSoapServer', { path: '/handlers', expected });
  }
  const byName = new Map<string, SoapHandler>();
  for (const [name, handler] of Object.entries(handlers) as [string, unknown][]) {
    const path = `/handlers/${name}`;
    if (!names.has(name)) {
      const nearest = nearestOf(name, [...names]);
      const hint =
        nearest === undefined ? `one of ${[...names].slice(0, 20).join(', ')}` : `the operation ${nearest}`;
      throw new OptionError('createSoapServer', { path, expected: `expected ${hint}` });
    }
    if (handler === undefined) continue;
    if (typeof handler !== 'function')
      throw new OptionError('createSoapServer', { path, expected: 'expected a function' });
    byName.set(name, handler as SoapHandler);
  }
  const [missing] = complete ? [...names].filter((name) => !byName.has(name)) : [];
  if (missing !== undefined)
    throw new OptionError('createSoapServer', {
      path: `/handlers/${missing}`,
      expected: 'expected a handler for every operation',
    });
  return byName;
}

/** Throws `OptionError` for an operation of `raw` that does not exist, and for a path that leads to no element of its request. */
export function assertRawPaths(
  { names, served }: OperationTable,
  byName: ReadonlyMap<string, SoapHandler>,
  raw: ServerOptions['raw'] = {},
): void {
  for (const name of Object.keys(raw)) {
    const fail = (expected: string): never => {
      throw new OptionError('createSoapServer', { path: `/raw/${name}`, expected });
    };
    if (!names.has(name)) {
      const nearest = nearestOf(name, [...names]);
      fail(`expected ${nearest === undefined ? 'an operation' : `the operation ${nearest}`}`);
    }
    if (streamedHandlerOf(byName.get(name)) !== undefined) fail('expected none: the handler reads items');
    for (const each of served) {
      if (each.name !== name) continue;
      const problem = rawProblem(each, raw[name] ?? []);
      if (problem !== undefined) fail(problem);
    }
  }
}

function rawProblem({ compiled }: ServedOperation, raw: readonly (string | readonly string[])[]) {
  try {
    compiled().requestFromXml('', { raw });
  } catch (error) {
    if (error instanceof OptionError) return error.message.replace(/^[^:]*: /, '');
  }
  return undefined;
}

/** Throws `OptionError` if a handler created by `items` reads a list that its operation does not have. */
export function assertItemPaths({ served }: OperationTable, byName: ReadonlyMap<string, SoapHandler>): void {
  for (const each of served) {
    const streamed = streamedHandlerOf(byName.get(each.name));
    if (streamed === undefined) continue;
    try {
      each.streaming().createRequestItemReader(streamed.path);
    } catch (error) {
      if (!(error instanceof OptionError)) throw error;
      const expected = error.message.replace(/^[^:]*: /, '');
      throw new OptionError('createSoapServer', { path: `/handlers/${each.name}`, expected });
    }
  }
}
