#!/usr/bin/env node
/**
 * Runs one program on every runtime that the libraries support: `pnpm run check:runtimes`, after `pnpm run build`.
 *
 * Packs the packages and installs them into an empty project, as a user would; the runtimes come from npm. A runtime that is not
 * available for this machine is skipped and named. Every runtime must print the same output.
 */
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startSoapServer } from '../examples/user-directory/soap-server.mjs';
import { installable, packLibraries, run } from './pack-libraries.mjs';

const NODES = ['20', '22', '24', '26'];
const machine = `${process.platform}-${process.arch}`;

const PROGRAM = new URL('../examples/libraries/every-runtime.mjs', import.meta.url);

const EXPECTED = JSON.stringify({
  name: 'Grace Hopper',
  fault: 'UserNotFound',
  status: 200,
  exact: true,
  paths: ['/GetUser', '/ListUsers', '/CreateUser'],
  model: 'Empty',
  limiter: [true, false],
  signed: true,
});

const scratch = mkdtempSync(join(tmpdir(), 'soapstone-runtimes-'));
const server = await startSoapServer();
try {
  const project = join(scratch, 'project');
  mkdirSync(project);
  const packed = packLibraries(scratch);
  const dependencies = Object.fromEntries(packed.map((each) => [each.name, installable(each)]));
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies }),
  );
  npmInstall(project);
  copyFileSync(PROGRAM, join(project, 'smoke.mjs'));
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=smoke'];
  execFileSync('openssl', [...request, '-keyout', 'key.pem', '-out', 'cert.pem'], {
    cwd: project,
    stdio: 'ignore',
  });
  let failed = false;
  for (const [name, command, ...args] of runtimes()) {
    if (command === undefined) {
      console.log(`${name}: skipped, because it is not available for ${machine}`);
      continue;
    }
    // Asynchronous, because the SOAP server is in this process.
    const { stdout, stderr } = await promisify(execFile)(
      command,
      [...args, 'smoke.mjs', server.wsdlAddress, 'cert.pem', 'key.pem'],
      { cwd: project, timeout: 120_000 },
    ).catch((error) => error);
    const isRight = stdout.trim() === EXPECTED;
    failed ||= !isRight;
    console.log(`${name}: ${isRight ? 'as expected' : `expected ${EXPECTED}, got ${stdout}\n${stderr}`}`);
  }
  if (failed) process.exitCode = 1;
} finally {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}

/** Every runtime as name, command and arguments; no command if npm does not have it. */
function runtimes() {
  const nodes = NODES.map((version) => {
    const folder = obtain(`node-${version}`, { [`node-${machine}`]: `^${version}` });
    return [
      `Node ${version}`,
      folder && existing(join(folder, 'node_modules', `node-${machine}`, 'bin/node')),
    ];
  });
  const bun = obtain('bun', { bun: '*' });
  const deno = obtain('deno', { deno: '*' });
  return [
    ...nodes,
    ['Bun', bun && existing(join(bun, 'node_modules/.bin/bun')), 'run'],
    ['Deno', deno && existing(join(deno, 'node_modules/.bin/deno')), 'run', '--allow-all', '--no-lock'],
  ];
}

function obtain(name, dependencies) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  try {
    npmInstall(folder);
    return folder;
  } catch {
    return undefined;
  }
}

function existing(path) {
  return existsSync(path) ? path : undefined;
}

function npmInstall(folder) {
  run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], folder);
}
