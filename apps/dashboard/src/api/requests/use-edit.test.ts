import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './errors.js';
import { type Conflict, type Decision, onConflict, saveEdit } from './use-edit.js';

interface Stored {
  readonly name: string;
  readonly link: string | null;
}

/** A resource as the gateway keeps it: a change with another entity-tag than the current one is rejected. */
class Resource {
  stored: Stored;
  version = 1;
  readonly sent: [Partial<Stored> | null, string][] = [];

  constructor(stored: Stored) {
    this.stored = stored;
  }

  get etag() {
    return `"${this.version}"`;
  }

  changeElsewhere(change: Partial<Stored>) {
    this.stored = { ...this.stored, ...change };
    this.version += 1;
  }

  readonly send = async (change: Partial<Stored> | null, etag: string): Promise<Stored> => {
    this.sent.push([change, etag]);
    if (etag !== this.etag) {
      throw new ApiError({
        status: 412,
        code: 'CHANGED_MEANWHILE',
        message: 'changed',
        current: { ...this.stored },
        etag: this.etag,
      });
    }
    this.changeElsewhere(change ?? { name: '', link: null });
    return this.stored;
  };
}

let forget: (() => void) | undefined;
afterEach(() => forget?.());

/** Answers the questions of the next edits; returns what was asked. */
function decide(...decisions: Decision[]): Conflict[] {
  const asked: Conflict[] = [];
  forget = onConflict(async (conflict) => {
    asked.push(conflict);
    return decisions.shift() ?? 'later';
  });
  return asked;
}

const open = (resource: Resource) => {
  const read = { etag: resource.etag, members: { ...resource.stored } };
  return { read: () => read, send: resource.send };
};

test('an edit of what nobody changed is sent once, with the entity-tag of what was read', async () => {
  const resource = new Resource({ name: 'A', link: null });
  await saveEdit({ name: 'B' }, open(resource));
  expect(resource.sent).toEqual([[{ name: 'B' }, '"1"']]);
});

test('the owner sees both values, and saves over the current one', async () => {
  const resource = new Resource({ name: 'A', link: null });
  const edit = open(resource);
  resource.changeElsewhere({ name: 'C' });
  const asked = decide('mine');
  await saveEdit({ name: 'B' }, edit);
  expect(asked).toEqual([{ members: [{ path: ['name'], mine: 'B', current: 'C' }] }]);
  expect(resource.stored.name).toBe('B');
});

test.each(['current', 'later'] as const)('nothing is saved if the owner decides: %s', async (decision) => {
  const resource = new Resource({ name: 'A', link: null });
  const edit = open(resource);
  resource.changeElsewhere({ name: 'C' });
  decide(decision);
  await expect(saveEdit({ name: 'B' }, edit)).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE' });
  expect(resource.stored.name).toBe('C');
});

test('a change of another member is kept without asking', async () => {
  const resource = new Resource({ name: 'A', link: null });
  const edit = open(resource);
  resource.changeElsewhere({ link: 'https://example.com' });
  const asked = decide();
  await saveEdit({ name: 'B', link: null }, edit);
  expect(asked).toEqual([]);
  expect(resource.stored).toEqual({ name: 'B', link: 'https://example.com' });
});

test('what changes again while the owner decides is asked about again', async () => {
  const resource = new Resource({ name: 'A', link: null });
  const edit = open(resource);
  resource.changeElsewhere({ name: 'C' });
  const asked: Conflict[] = [];
  forget = onConflict(async (conflict) => {
    asked.push(conflict);
    if (asked.length === 1) resource.changeElsewhere({ name: 'D' });
    return 'mine';
  });
  await saveEdit({ name: 'B' }, edit);
  expect(asked.map(({ members }) => members[0]?.current)).toEqual(['C', 'D']);
  expect(resource.stored.name).toBe('B');
});

test('a removal, and a secret that nobody can see, are confirmed after any change elsewhere', async () => {
  const resource = new Resource({ name: 'A', link: null });
  const edit = open(resource);
  resource.changeElsewhere({ link: 'https://example.com' });
  const asked = decide('later', 'mine');
  await expect(saveEdit<Stored, Partial<Stored> | null>(null, edit)).rejects.toThrow();
  expect(asked[0]?.members).toEqual([{ path: ['link'], mine: undefined, current: 'https://example.com' }]);
  await saveEdit({ name: 'secret' }, { read: () => ({ etag: '"old"' }), send: resource.send });
  expect(asked[1]).toEqual({ members: [] });
  expect(resource.stored.name).toBe('secret');
});

describe('a save that is repeated, because the gateway rejected the values that the owner decided for', () => {
  /** Fails the next time that the gateway would save. */
  function rejecting(resource: Resource) {
    let isRejected = true;
    return async (change: Partial<Stored>, etag: string) => {
      if (etag === resource.etag && isRejected) {
        isRejected = false;
        throw new ApiError({ status: 400, code: 'SCHEMA_VIOLATION', message: 'too long' });
      }
      return resource.send(change, etag);
    };
  }

  test('does not ask about the same members again, and keeps what others changed', async () => {
    const resource = new Resource({ name: 'A', link: null });
    const edit = { ...open(resource), send: rejecting(resource) };
    resource.changeElsewhere({ name: 'C', link: 'https://example.com' });
    const asked = decide('mine');
    const overruled = new Map();
    await expect(saveEdit({ name: 'long', link: null }, edit, overruled)).rejects.toThrow('too long');
    await saveEdit({ name: 'B', link: null }, edit, overruled);
    expect(asked).toHaveLength(1);
    expect(resource.stored).toEqual({ name: 'B', link: 'https://example.com' });
  });

  test('asks about another member, and about a value that is newer than the decision', async () => {
    const resource = new Resource({ name: 'A', link: null });
    const edit = { ...open(resource), send: rejecting(resource) };
    resource.changeElsewhere({ name: 'C', link: 'https://example.com' });
    const asked = decide('mine', 'later', 'later');
    const overruled = new Map();
    await expect(saveEdit({ name: 'long', link: null }, edit, overruled)).rejects.toThrow('too long');
    const both = { name: 'B', link: 'https://ours.example.com' };
    await expect(saveEdit(both, edit, overruled)).rejects.toThrow('changed');
    expect(asked[1]?.members.map(({ path }) => path)).toEqual([['name'], ['link']]);
    resource.changeElsewhere({ name: 'D' });
    await expect(saveEdit({ name: 'B', link: null }, edit, overruled)).rejects.toThrow('changed');
    expect(asked[2]?.members).toEqual([{ path: ['name'], mine: 'B', current: 'D' }]);
  });
});

test('another error is the answer', async () => {
  const send = vi.fn().mockRejectedValue(new ApiError({ status: 404, code: 'NOT_FOUND', message: 'gone' }));
  await expect(saveEdit({}, { read: () => ({ etag: '"1"', members: {} }), send })).rejects.toThrow('gone');
  expect(send).toHaveBeenCalledTimes(1);
});
