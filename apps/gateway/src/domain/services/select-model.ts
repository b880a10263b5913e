import {
  isWsdlError,
  type SelectableModel,
  type SelectionCriteria,
  type ServiceModel,
  selectOperations,
} from '@soapstone/wsdl-parser';

/**
 * Returns the model with the owner's chosen ports exposed. Ports that a later revision lacks are left out; the import reports what that
 * changes for clients. If it lacks all of them, the default selection applies.
 */
export function selectModel(model: ServiceModel, select: SelectionCriteria | undefined): ServiceModel {
  return select === undefined ? model : selectPresent(model, select);
}

/** Does the same for the outline of a model, including the default selection. */
export function selectPresent<Model extends SelectableModel>(
  model: Model,
  select: SelectionCriteria = {},
): Model & Pick<ServiceModel, 'exposed'> {
  const { ports } = select;
  try {
    return selectOperations(model, ports === undefined ? select : { ports: presentPorts(model, ports) });
  } catch (error) {
    if (isWsdlError(error) && error.code === 'SELECTION_EMPTY') return selectOperations(model);
    throw error;
  }
}

function presentPorts(model: SelectableModel, ports: NonNullable<SelectionCriteria['ports']>) {
  const present = new Set(
    model.services.flatMap(({ name, ports: own }) =>
      own.filter(({ operations }) => operations.length > 0).map((port) => `${name.localName}/${port.name}`),
    ),
  );
  return ports.filter(({ service, port }) => present.has(`${service}/${port}`));
}
