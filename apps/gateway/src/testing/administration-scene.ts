import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, type PostgresServer, usePostgres } from '@soapstone/testing/postgres-server';
import { afterAll, beforeAll, expect } from 'vitest';
import { administer } from '../compose/administer.js';
import { readConfig } from '../config/read-config.js';
import { openStore, type Store } from '../store/store.js';
import { runsInMemory } from './set-ups.js';
import { startHere } from './start-here.js';
import './cheap-hashes.js';

export const PEPPER = 'a pepper of at least thirty-two characters';

interface SealingKey {
  readonly id: string;
  readonly key: Buffer;
}

/** The first sealing key of the store, and its successor. */
export const OLD: SealingKey = { id: 'old', key: Buffer.alloc(32, 7) };
export const NEW: SealingKey = { id: 'new', key: Buffer.alloc(32, 8) };
export const printKey = ({ id, key }: SealingKey): string => `${id}:${key.toString('base64')}`;

/** A database with which the commands are tested. */
export interface Database {
  readonly name: 'SQLite' | 'PostgreSQL';
  readonly installed: boolean;
}

const postgresPrograms = await findPostgres();
export const databases: readonly Database[] = [
  ...(runsInMemory ? [{ name: 'SQLite', installed: true } as const] : []),
  { name: 'PostgreSQL', installed: postgresPrograms !== undefined },
];

/** The outcome of a command. */
interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  json(): ReturnType<typeof JSON.parse>;
}

/** A store with the commands that administer it. */
export interface AdministrationScene {
  readonly store: Store;
  /** Runs a command; `input` is its standard input, `over` replaces environment variables. */
  admin(
    args: readonly string[],
    given?: { readonly input?: string; readonly over?: Readonly<Record<string, string>> },
  ): Promise<CommandResult>;
  /** Creates an account. Resolves to its id. */
  createAccount(...args: readonly string[]): Promise<string>;
}

/** Opens a store for the tests of the surrounding `describe`. It is open before the first test. */
export function setAdministrationScene({ name }: Database): AdministrationScene {
  const scene = {} as { -readonly [Member in keyof AdministrationScene]: AdministrationScene[Member] };
  let dataDir: string;
  let postgres: PostgresServer | undefined;
  let environment: Record<string, string>;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'soapstone-admin-'));
    environment = { DATA_DIR: dataDir, API_KEY_PEPPER: PEPPER, ENCRYPTION_KEYS: printKey(OLD) };
    if (name === 'PostgreSQL') {
      postgres = await usePostgres(postgresPrograms!);
      environment['DATABASE_URL'] = await postgres.createDatabase();
    }
    scene.store = await openStore(readConfig(environment), () => {});
  });
  afterAll(async () => {
    await scene.store?.close();
    await postgres?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  scene.admin = async (args, { input = '', over = {} } = {}) => {
    let [out, err] = ['', ''];
    const code = await administer(
      args,
      { ...environment, ...over },
      {
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
        readInput: async () => input,
      },
      startHere,
    );
    return { code, out, err, json: () => JSON.parse(out) };
  };
  scene.createAccount = async (...args) => {
    const answer = await scene.admin(['accounts', 'create', '--name', 'Example', ...args, '--json']);
    expect(answer).toMatchObject({ code: 0, err: '' });
    return answer.json().accountId;
  };
  return scene;
}
