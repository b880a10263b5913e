import type { ExpandedName } from '@soapstone/soap-model';
import type { Fill } from '../shape/fill.js';
import type { MessageShape } from '../shape/operation-shape.js';
import type { AttributeMember, ObjectShape, PolymorphicShape, Shape } from '../shape/shape.js';
import type { SimpleShape } from '../shape/simple-shape.js';
import { acceptsEmpty, hasNoKey, isValueConstrained } from './accepts-empty.js';
import { type FillOrigin, isFillOrigin, type ParsedFill } from './design-data.js';
import { fillScope } from './fill-scope.js';
import type { FillBranch } from './fill-tree.js';
import { type Filled, type Outcome, type ShapeFiller, typeInWords, type ValueCheck } from './filled-shape.js';
import { defaultOf, OMITTED_KEY, requiredProblem } from './shaping/member-change.js';

/** The context of filling the Shapes of an operation. */
export class FillContext implements ShapeFiller {
  readonly check: ValueCheck;
  readonly ofResult: boolean;
  readonly #known: ShapeMemory;
  readonly outcomes: Outcome[] = [];

  constructor(check: ValueCheck, known: ShapeMemory, ofResult = false) {
    this.check = check;
    this.ofResult = ofResult;
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
        const { isFilled } = item;
        return {
          written,
          shown: { ...shape, item: item.shown },
          isFilled,
          isEmptiable: false,
          isEmpty: false,
        };
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
    const isFilled = [declared, ...variants].some((variant) => variant?.isFilled === true);
    return { written: formOf('written'), shown: formOf('shown'), isFilled, isEmptiable, isEmpty: false };
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
  const omitted: ExpandedName[] = [];
  let isFilled = false;
  let isChanged = false;
  for (const attribute of shape.attributes) {
    const fill = branch.children.get(attribute.key)?.fill;
    const forms = (fill && attributeForms(attribute, fill, context)) ?? {
      written: attribute,
      shown: attribute,
    };
    writtenAttributes.push(forms.written);
    if (forms.shown !== undefined) shownAttributes.push(forms.shown);
    if (forms.written.fill?.kind === 'omitted') omitted.push(attribute.name);
    else if (forms.shown === undefined) isFilled = true;
    isChanged ||= forms.written !== attribute;
  }
  const text = shape.value === undefined ? undefined : branch.children.get('$value')?.fill;
  const fillsText =
    text !== undefined &&
    fillsValue(text, context) &&
    context.settle(
      text,
      context.check.text(shape.value as SimpleShape, text),
      typeInWords(shape.value as SimpleShape),
    );
  const scope = shape.value === undefined ? fillScope(shape, branch, context) : undefined;
  if (!isChanged && !fillsText && scope === undefined) return undefined;
  const { value, ...rest } = shape;
  const written: ObjectShape = {
    ...shape,
    ...scope?.written,
    attributes: writtenAttributes,
    ...(fillsText && { valueFill: text.origin as FillOrigin }),
  };
  const shown: ObjectShape = {
    ...(fillsText ? rest : shape),
    ...scope?.shown,
    attributes: shownAttributes,
    ...(omitted.length > 0 && { omittedAttributes: omitted }),
  };
  isFilled ||= fillsText || scope?.isFilled === true;
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
  return { written, shown, isFilled, isEmptiable, isEmpty };
}

/** Returns the forms of an attribute that a line is about. Undefined if it cannot be done, which is noted. */
function attributeForms(
  attribute: AttributeMember,
  line: ParsedFill,
  context: FillContext,
): { readonly written: AttributeMember; readonly shown?: AttributeMember } | undefined {
  const { origin } = line;
  const type = typeInWords(attribute.shape);
  if (isFillOrigin(origin)) {
    if (!context.settle(line, context.check.attribute(attribute, line), type)) return undefined;
    return { written: filledAttribute(attribute, origin) };
  }
  if (origin.kind === 'omit') {
    const problem = attribute.required && !context.ofResult ? requiredProblem(attribute.key) : undefined;
    if (!context.settle(line, problem, type)) return undefined;
    return { written: { ...attribute, key: OMITTED_KEY, fill: { kind: 'omitted' }, required: false } };
  }
  const found = defaultOf(attribute, origin.value, context.check);
  if (!context.settle(line, 'problem' in found ? found.problem : undefined, type) || 'problem' in found)
    return undefined;
  const changed = { ...attribute, whenLeftOut: found.text };
  return { written: changed, shown: changed };
}

/** Only a fill can be about the text of an element with attributes. */
function fillsValue(line: ParsedFill, context: FillContext): boolean {
  if (isFillOrigin(line.origin)) return true;
  const message =
    line.origin.kind === 'omit'
      ? 'cannot omit $value: an element with attributes has it always'
      : 'cannot have a default: give one to the element around it';
  context.settle(line, message);
  return false;
}

function filledAttribute(attribute: AttributeMember, fill: Fill): AttributeMember {
  return { ...attribute, fill, required: attribute.required || fill.kind !== 'header' };
}
