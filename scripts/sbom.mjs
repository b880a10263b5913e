#!/usr/bin/env node
/**
 * Writes the software bill of materials of an unpacked image as CycloneDX 1.6 JSON: `node scripts/sbom.mjs [--packages] <root> <file>`.
 *
 * <root>      the root directory of the image, as `buildah mount` prints it
 * <file>      the file to write
 * --packages  only the packages of npm: <root> is a folder whose `app` deploy.mjs has filled
 *
 * It lists Debian's packages (var/lib/dpkg/status), every package in a node_modules folder, Node itself, and the packages that are bundled into
 * the pages of the dashboard, of which its build writes a list. It has no time and no
 * serial number, so the same image gives the same file. Exits with 1 if the schema of CycloneDX rejects the result.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';

/** Where the image has node_modules: the gateway, the command, and npm with what it bundles. */
const NODE_ROOTS = ['app/gateway', 'app/cli', 'usr/local/lib'];
/** The manifests of the packages that are part of the dashboard (apps/dashboard/vite.config.ts). */
const BUNDLED = 'app/dashboard/dist/.bundled-packages.json';

const packagesOnly = process.argv[2] === '--packages';
const [root, file, ...rest] = process.argv.slice(packagesOnly ? 3 : 2);
if (file === undefined || rest.length > 0) fail('usage: node scripts/sbom.mjs [--packages] <root> <file>');

const licenses = new Contrib.License.Factories.LicenseFactory(assertExpression);
const references = new Contrib.FromNodePackageJson.Factories.ExternalReferenceFactory();
const builder = new Contrib.FromNodePackageJson.Builders.ComponentBuilder(references, licenses);

const bom = new Models.Bom();
const gateway = readManifest(join(root, 'app/gateway'));
if (gateway === undefined) fail(`${root} has no app/gateway: it is not the image of the gateway`);
const whole = packagesOnly ? Enums.ComponentType.Application : Enums.ComponentType.Container;
bom.metadata.component = nodeComponent(gateway, whole);
const seen = new Set();
for (const component of [
  ...(packagesOnly ? [] : [...debianComponents(), ...nodeProgram()]),
  ...nodeComponents(),
  ...bundledComponents(),
]) {
  if (seen.has(component.purl)) continue;
  seen.add(component.purl);
  bom.components.add(component);
}

const spec = Spec.Spec1dot6;
const text = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(spec)).serialize(bom, {
  sortLists: true,
  space: 1,
});
const problem = await new Validation.JsonStrictValidator(spec.version).validate(text);
if (problem !== null) fail(`the schema of CycloneDX ${spec.version} refuses it: ${JSON.stringify(problem)}`);
writeFileSync(file, `${text}\n`);
console.log(`${file}: ${seen.size} components`);

/** The installed packages of dpkg: paragraphs of `Name: value` lines. */
function debianComponents() {
  const status = join(root, 'var/lib/dpkg/status');
  if (!existsSync(status)) return [];
  const [, id = 'debian'] = /^ID=(\S+)$/m.exec(read(join(root, 'etc/os-release'))) ?? [];
  const [, release] = /^VERSION_ID="?([^"\n]+)/m.exec(read(join(root, 'etc/os-release'))) ?? [];
  return read(status)
    .split(/\n\n+/)
    .map((paragraph) =>
      Object.fromEntries([...paragraph.matchAll(/^([\w-]+): (.*)$/gm)].map(([, ...pair]) => pair)),
    )
    .filter((fields) => fields.Status === 'install ok installed')
    .map(({ Package: name, Version: version, Architecture: arch, Maintainer: maintainer }) => {
      const qualifiers = { arch, ...(release !== undefined && { distro: `${id}-${release}` }) };
      return component(name, version, new PackageURL('deb', id, name, version, qualifiers), maintainer);
    });
}

/** Node is a copied program, of which dpkg knows nothing. */
function nodeProgram() {
  const version = /nodejs\.org\/download\/[\w-]+\/v(\d+\.\d+\.\d+)\//.exec(
    readFileSync(join(root, 'usr/local/bin/node'), 'latin1'),
  )?.[1];
  if (version === undefined) fail('the program usr/local/bin/node does not say its version');
  return [component('node', version, new PackageURL('generic', null, 'node', version))];
}

function component(name, version, purl, publisher) {
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: purl.toString(),
    purl: purl.toString(),
    version,
    publisher,
  });
}

/** Every package below the roots: links are not followed, so pnpm's store is seen once. */
function nodeComponents() {
  const found = [];
  const folders = NODE_ROOTS.map((each) => join(root, each)).filter((each) => existsSync(each));
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      folders.push(path);
      if (!/\/node_modules\/(@[^/]+\/)?[^/@.][^/]*$/.test(path)) continue;
      const manifest = readManifest(path);
      if (manifest?.version !== undefined) found.push(nodeComponent(manifest, Enums.ComponentType.Library));
    }
  }
  return found;
}

function bundledComponents() {
  if (!existsSync(join(root, BUNDLED)))
    fail(`${root} has no ${BUNDLED}: build the dashboard with its own configuration`);
  return JSON.parse(read(join(root, BUNDLED))).map((each) =>
    nodeComponent(each, Enums.ComponentType.Library),
  );
}

function nodeComponent(manifest, type) {
  const made = builder.makeComponent(manifest, type);
  if (made === undefined) fail(`a package.json has no name: ${JSON.stringify(manifest)}`);
  made.purl = new PackageURL('npm', made.group, made.name, made.version).toString();
  made.bomRef.value = made.purl;
  return made;
}

function readManifest(folder) {
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) ? JSON.parse(read(manifest)) : undefined;
}

function read(name) {
  return readFileSync(name, 'utf8');
}

/**
 * Throws unless the text combines license IDs of SPDX; other texts are names of licenses.
 *
 * @param {string} text
 */
function assertExpression(text) {
  if (!/^\(?[\w.+:()-]+(?: (?:AND|OR|WITH) [\w.+:()-]+)+$/.test(text)) throw new RangeError(text);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(message);
  process.exit(1);
}
