/**
 * Loaded before the official suite (`node --import`). Its one file imports `globSync` of `node:fs`, which Node 20 does not have; only a
 * command that is not used here calls it.
 */
import fs from 'node:fs';
import { register } from 'node:module';

const SHIM = 'data:text/javascript,export * from "node:fs"; export const globSync = () => [];';

const HOOKS = `export function resolve(specifier, context, next) {
  const isSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/') === true;
  return specifier === 'fs' && isSuite ? { url: ${JSON.stringify(SHIM)}, shortCircuit: true } : next(specifier, context);
}`;

if (!('globSync' in fs)) register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
