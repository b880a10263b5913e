import {
  isWsdlError,
  type SelectionCriteria,
  type ServiceModel,
  selectOperations,
} from '@soapstone/wsdl-parser';

/**
 * The model with the port exposed that its owner chose. A later revision may not have it any more: then what is exposed
 * without a choice is, and what that changes for clients is told when the revision is imported.
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
