import type { Fill } from '../shape/fill.js';
import type { MessageShape } from '../shape/operation-shape.js';
import type { AttributeMember, ObjectShape, PolymorphicShape, Shape } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import { acceptsEmpty, hasNoKey, isValueConstrained } from './accepts-empty.js';
import { fillScope } from './fill-scope.js';
import type { FillBranch } from './fill-tree.js';
import { type Filled, type Outcome, type ShapeFiller, typeInWords, type ValueCheck } from './filled-shape.js';
import type { ParsedFill } from './parse-design.js';

/** The context of filling the Shapes of an operation. */
export class FillContext implements ShapeFiller {
  readonly check: ValueCheck;
  readonly #known: ShapeMemory;
  readonly outcomes: Outcome[] = [];

  constructor(check: ValueCheck, known: ShapeMemory) {
    this.check = check;
    this.#known = known;
  }

  /** Notes that a member of this type is filled, or why it cannot be. @returns whether it is */
  settle(fill: ParsedFill, problem: string | undefined, type = ''): boolean {
    this.outcomes.push(problem === undefined ? { fill, type } : { fill, problem, type });
    return problem === undefined;
  }

  /** Fills an object. Undefined if it has none of the members. */
  object(shape: ObjectShape, branch: FillBranch): Filled<ObjectShape> | undefined {
    let forms = this.#known.get(shape);
    if (forms === undefined) {
      forms = new Map();
      this.#known.set(shape, forms);
    }
    const known = forms.get(branch.signature);
    if (known !== undefined) {
      this.outcomes.push(...known.outcomes);
      return known.filled;
    }
    const from = this.outcomes.length;
    const filled = fillObject(shape, branch, this);
    forms.set(branch.signature, { filled, outcomes: this.outcomes.slice(from) });
    return filled;
  }

  /** Fills any value that has members. Undefined if it has none of them. */
  shape(shape: Shape, branch: FillBranch): Filled<Shape> | undefined {
    switch (shape.kind) {
      case 'object':
        return this.object(shape, branch);
      case 'polymorphic':
        return this.#polymorphic(shape, branch);
      case 'soapArray': {
        const item = this.shape(shape.item, branch);
        if (item === undefined) return undefined;
        const written = { ...shape, item: item.written };
        return { written, shown: { ...shape, item: item.shown }, isEmptiable: false, isEmpty: false };
      }
      default:
        return undefined;
    }
  }

  /** Fills the root of a message. */
  root(root: MessageShape['root'], branch: FillBranch): Filled<MessageShape['root']> | undefined {
    return root.kind === 'object' ? this.object(root, branch) : this.#polymorphic(root, branch);
  }

  /** Every type that has the member writes it: clients choose the type. */
  #polymorphic(shape: PolymorphicShape, branch: FillBranch): Filled<PolymorphicShape> | undefined {
    const declared = this.object(shape.declared, branch);
    const variants = shape.variants.map((variant) => this.object(variant.shape, branch));
    if (declared === undefined && variants.every((variant) => variant === undefined)) return undefined;
    const formOf = (form: 'written' | 'shown'): PolymorphicShape => ({
      ...shape,
      declared: declared?.[form] ?? shape.declared,
      variants: shape.variants.map((variant, at) => ({
        ...variant,
        shape: variants[at]?.[form] ?? variant.shape,
      })),
    });
    const isEmptiable = !shape.abstract && declared?.isEmptiable === true;
    return { written: formOf('written'), shown: formOf('shown'), isEmptiable, isEmpty: false };
  }
}

/** The filled forms of Shapes, which operations share. By the signature of the branch. */
export type ShapeMemory = WeakMap<
  Shape,
  Map<string, { readonly filled: Filled<ObjectShape> | undefined; readonly outcomes: readonly Outcome[] }>
>;

function fillObject(
  shape: ObjectShape,
  branch: FillBranch,
  context: FillContext,
): Filled<ObjectShape> | undefined {
  const writtenAttributes: AttributeMember[] = [];
  const shownAttributes: AttributeMember[] = [];
  for (const attribute of shape.attributes) {
    const fill = branch.children.get(attribute.key)?.fill;
    const isFilled =
      fill !== undefined &&
      context.settle(fill, context.check.attribute(attribute, fill), typeInWords(attribute.shape));
    writtenAttributes.push(isFilled ? filledAttribute(attribute, fill.origin) : attribute);
    if (!isFilled) shownAttributes.push(attribute);
  }
  const text = shape.value === undefined ? undefined : branch.children.get('$value')?.fill;
  const fillsText =
    text !== undefined &&
    context.settle(
      text,
      context.check.text(shape.value as SimpleShape, text),
      typeInWords(shape.value as SimpleShape),
    );
  const scope = shape.value === undefined ? fillScope(shape, branch, context) : undefined;
  const fillsAttributes = shownAttributes.length < writtenAttributes.length;
  if (!fillsAttributes && !fillsText && scope === undefined) return undefined;
  const { value, ...rest } = shape;
  const written: ObjectShape = {
    ...shape,
    ...scope?.written,
    attributes: writtenAttributes,
    ...(fillsText && { valueFill: text.origin }),
  };
  const shown: ObjectShape = {
    ...(fillsText ? rest : shape),
    ...scope?.shown,
    attributes: shownAttributes,
  };
  const isEmptiable =
    shown.value === undefined &&
    shown.form === 'plain' &&
    !shown.attributes.some((attribute) => attribute.required && !isValueConstrained(attribute)) &&
    (scope === undefined ? acceptsEmpty(shape.content) : scope.isEmptiable);
  const isEmpty =
    shown.value === undefined &&
    shown.form === 'plain' &&
    shown.attributes.length === 0 &&
    shown.anyAttributes === undefined &&
    (scope === undefined ? hasNoKey(shape.content) : scope.isEmpty);
  return { written, shown, isEmptiable, isEmpty };
}

function filledAttribute(attribute: AttributeMember, fill: Fill): AttributeMember {
  return { ...attribute, fill, required: attribute.required || fill.kind !== 'header' };
}
