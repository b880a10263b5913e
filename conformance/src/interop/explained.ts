/** Intended differences: messages by `case side`, with the reason once. */
export const EXPLAINED: readonly { readonly why: string; readonly names: readonly string[] }[] = [
  {
    why: 'an attribute or element that the WSDL does not declare is dropped by the tolerant reader (TR-1)',
    names: [
      'Dummy__should_add_prefix_for_unqualified_global_elements request',
      'Dummy__should_use_defined_value_key request',
      'addList__complex_extension_namespace_for_arrays response',
      'get__complex_extension_without_explicit_namespace request',
      'update__complex_extension_with_array_attributes response',
    ],
  },
  {
    why: 'the W3C sample writes a qualified global attribute without its namespace: invalid',
    names: ['GlobalAttribute request'],
  },
  {
    why: 'members are not in the order of the schema; ours are (CM-7)',
    names: [
      'Login__unsupported_response_name_returned_and_local_xs_schema_missed response',
      'update__complex_extension_with_array_attributes request',
    ],
  },
  {
    why: 'white space alone in an element without text is nothing',
    names: [
      'Dummy__should_handle_minOccurs_and_maxOccurs request',
      'GetSubscription__should_handle_ref_minOccurs_and_maxOccurs request',
    ],
  },
  {
    why: 'an empty element of a boolean type has no value (TR-4)',
    names: ['administrate__Complex_json_object_namespace_issue request'],
  },
  {
    why: 'the only accessor of an rpc message may have any name; ours has the name of the part (BD-6)',
    names: [
      'Message__overriding_namespace_prefix request',
      'Message__MessageResponses_suffixed_with_.Out request',
      'Message__MessageResponses_suffixed_with_.Response request',
    ],
  },
  {
    why: 'an empty Body reads as no fields; ours writes the wrapper that the WSDL demands (BD-4)',
    names: [
      'Dummy__should_handle_null_args request',
      'Dummy__should_return_array_despite_maxOccurs_1 request',
      'Dummy__should_return_object_when_maxOccurs_1 request',
    ],
  },
  {
    why: 'how a SOAP array is written (arrayType, item names) comes from the WSDL, not from the message (EN-2)',
    names: [
      'multiCall__rpc_stype_request_xsi_attributes response',
      'schema025 request',
      'schema056 request',
      'schema059 request',
      'schema071 request',
      'schema083 request',
    ],
  },
  {
    why: 'a default of an attribute is filled in when it is read (NL-3)',
    names: ['schema066 request', 'schema070 request'],
  },
  {
    why: 'integers are written without sign and leading zeros (NM-6), QNames with our own prefix (QN-1)',
    names: [
      'NonNegativeIntegerAttribute request',
      'PositiveIntegerElement request',
      'ShortAttribute request',
      'QNameAttribute request',
    ],
  },
];
