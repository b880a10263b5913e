import {
  isWsdlError,
  type SelectionCriteria,
  type ServiceModel,
  selectOperations,
} from '@soapstone/wsdl-parser';

/**
 * The model with the owner's chosen port exposed. If a later revision lacks it, the default selection applies, and the import
 * reports what that changes for clients.
 */
export function selectModel(model: ServiceModel, select: SelectionCriteria | undefined): ServiceModel {
  if (select === undefined) return model;
  try {
    return selectOperations(model, select);
  } catch (error) {
    if (isWsdlError(error) && error.code === 'SELECTION_EMPTY') return selectOperations(model);
    throw error;
  }
}
