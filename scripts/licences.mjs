/** The licences of all libraries in a production layout, which `deploy.mjs` writes into it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Licences that let us pass a library on with its text alone. Another one needs a decision. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);
/** The manifests of the packages that are part of the dashboard (apps/dashboard/vite.config.ts). */
const BUNDLED = 'dashboard/dist/.bundled-packages.json';

/**
 * Describes the licence of every library below a folder: one line each with name, version, licence and the file with its text, sorted.
 *
 * @param {string} directory a folder that `deploy.mjs` has filled
 * @throws {Error} for libraries without a licence, or with one that is not permissive
 */
export function describeLicences(directory) {
  const found = new Map();
  for (const folder of packageFolders(directory)) {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (manifest.version === undefined || manifest.name?.startsWith('@soapstone/')) continue;
    const text = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying|notice)/i.test(name));
    const place = text === undefined ? '' : relative(directory, join(folder, text));
    found.set(`${manifest.name} ${manifest.version}`, { licence: licenceOf(manifest), place });
  }
  const bundled = join(directory, BUNDLED);
  for (const manifest of existsSync(bundled) ? JSON.parse(readFileSync(bundled, 'utf8')) : []) {
    const name = `${manifest.name} ${manifest.version}`;
    if (!found.has(name)) found.set(name, { licence: licenceOf(manifest), place: 'in the dashboard' });
  }
  const refused = [...found].filter(([, { licence }]) => !isPermissive(licence));
  if (refused.length > 0) {
    const list = refused.map(([name, { licence }]) => `${name}: ${licence || 'no licence'}`);
    throw new Error(`these licences need a decision:\n${list.join('\n')}`);
  }
  return [...found]
    .map(([name, { licence, place }]) => `${name}\t${licence}\t${place}\n`)
    .sort()
    .join('');
}

/** The folders of all packages in `node_modules` folders, without following links, so that pnpm's store is seen once. */
function packageFolders(directory) {
  const packages = [];
  const folders = [directory];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      folders.push(path);
      const isPackage = /\/node_modules\/(?:@[^/]+\/)?[^/@.][^/]*$/.test(path);
      if (isPackage && existsSync(join(path, 'package.json'))) packages.push(path);
    }
  }
  return packages;
}

/** The SPDX expression of a manifest, also in the forms of old packages. */
function licenceOf({ license, licenses }) {
  if (typeof license === 'string') return license;
  if (license?.type !== undefined) return license.type;
  return (licenses ?? []).map(({ type }) => type).join(' OR ');
}

/** One of alternatives is enough; of several that all count, each has to be permissive. */
function isPermissive(expression) {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((each) => each.split(' AND ').every((name) => PERMISSIVE.has(name)));
}
