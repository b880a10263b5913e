import type { Reason } from './differences.js';

/** The samples of node-soap's own tests in which the two differ. */
export const sampleDifferences: Readonly<Record<string, readonly [Reason]>> = {
  Dummy__should_add_prefix_for_unqualified_global_elements: ['references'],
  Dummy__should_handle_null_args: ['references'],
  Dummy__should_ignore_commented_envelope_in_response: ['references'],
  Dummy__should_use_defined_value_key: ['references'],
  GET_DATA__should_work_with_more_deeply_nested_XML_messages_and_without_security: ['types'],
  GetSubscription__should_handle_ref_minOccurs_and_maxOccurs: ['types'],
  Login__unsupported_response_name_returned_and_local_xs_schema_missed: ['rpc namespaces'],
  attachments__should_send_binary_data: ['not WSDL'],
  fooOp__should_return_back_good_response_object: ['namespaces'],
  getMessage__does_not_use_schema_xmlns: ['types'],
  getMessage__force_use_schema_xmlns: ['types'],
  multiCall__rpc_stype_request_xsi_attributes: ['undeclared order'],
  update__complex_extension_with_array_attributes: ['undeclared order'],
};
