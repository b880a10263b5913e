import { describe, expect, test } from 'vitest';
import type { ContentNode, ObjectShape, SequenceNode } from '../shape/shape.js';
import { SchemaLiteral, T } from '../testing/schema-literal.js';
import { createSchemaProjection } from './projection.js';

describe('sizes that a stranger chooses', () => {
  const leaf = (key: string): ContentNode => ({
    kind: 'element',
    min: 0,
    max: 1,
    member: {
      key,
      name: { namespace: T, localName: key },
      shape: { kind: 'anySimpleType' },
      nillable: false,
      min: 0,
      max: 1,
      array: false,
      conditional: false,
    },
  });
  const plan = (children: readonly ContentNode[], optional = false): SequenceNode => ({
    kind: 'sequence',
    optional,
    unordered: false,
    children,
  });
  const object = (localName: string, content: SequenceNode): ObjectShape => ({
    kind: 'object',
    form: 'plain',
    name: { namespace: T, localName },
    attributes: [],
    members: [],
    content,
  });
  const project = (root: ObjectShape) => {
    const model = new SchemaLiteral().service({});
    const projection = createSchemaProjection(model, { audience: 'code-generators', prefix: '#/' });
    const message = {
      kind: 'parts',
      rpc: false,
      nillable: false,
      encoded: false,
      attachments: [],
      root,
    } as const;
    projection.define('Root', () => projection.input(message, { globalElementNames: () => [] }))();
    return projection.finish();
  };

  test('10,000 types that lead to each other need no stack', () => {
    const count = 10_000;
    const types: ObjectShape[] = Array.from({ length: count }, (_, index) => object(`T${index}`, plan([])));
    for (const [index, type] of types.entries()) {
      const to = (key: string, by: number): ContentNode => {
        const node = leaf(key) as Extract<ContentNode, { kind: 'element' }>;
        return { ...node, member: { ...node.member, shape: types[(index + by) % count]! } };
      };
      Object.assign(type, { content: plan([to('a', 1), to('b', 4_999)]) });
    }
    expect(Object.keys(project(types[0]!))).toHaveLength(count + 1);
  });

  test('10,000 nested groups need no stack, and their clauses do not grow with the square of their number', () => {
    let nested = plan([leaf('k')], true);
    for (let depth = 0; depth < 10_000; depth++) nested = plan([leaf(`k${depth}`), nested], true);
    const definitions = project(object('Deep', plan([nested])));
    expect(JSON.stringify(definitions).length).toBeLessThan(3_000_000);
  });

  test('500 nested repetitions become definitions, so that no document is nested without bound', () => {
    let body = plan([leaf('x')]);
    for (let depth = 0; depth < 500; depth++) {
      const inner = { form: 'plain', members: [], content: body } as const;
      body = plan([{ kind: 'items', key: '$items', min: 0, max: Number.POSITIVE_INFINITY, body: inner }]);
    }
    const definitions = project(object('Repeated', body));
    expect(Object.keys(definitions).length).toBeGreaterThan(500 / 25);
    expect(JSON.stringify(definitions).length).toBeLessThan(500_000);
  });
});
