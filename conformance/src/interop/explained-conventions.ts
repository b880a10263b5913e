/** Intended differences between the JSON of another tool and ours, each with its reason, its appearance, and its place. */
export interface ExplainedDifference {
  /** With the rule, or the known behaviour of the other tool. */
  readonly why: string;
  /** The text of the difference; any other difference at the same place is not explained. */
  readonly shows: RegExp;
  /** `case side`, for every suite. */
  readonly names: readonly string[];
}

export const EXPLAINED_CONVENTIONS: readonly ExplainedDifference[] = [
  {
    why: 'the arguments have a field that the WSDL does not declare: node-soap writes it, PHP leaves it out, ours refuses it (P3, VE-1)',
    shows: /^not translated: no field/,
    names: [
      'Dummy__should_use_defined_value_key request',
      'Message__overriding_namespace_prefix request',
      'Message__MessageResponses_suffixed_with_.Out request',
      'Message__MessageResponses_suffixed_with_.Response request',
      'getMessage__does_not_use_schema_xmlns request',
      'getMessage__force_use_schema_xmlns request',
      'update__complex_extension_with_array_attributes request',
      'r3_groupD_compound2_001w request',
    ],
  },
  {
    why: 'the arguments are not valid for the schema: required fields are missing, facets violated; the other tools do not check, ours refuses (VE-1)',
    shows: /"code":"VALIDATION".*"keyword":"(required|pattern|length|format|type)"/,
    names: [
      'GetItemInformation__should_ignore_default_namespace_from_schema request',
      'Login__unsupported_response_name_returned_and_local_xs_schema_missed request',
      'UpdateProfile__correct_namespaces_in_sequence_with_imports request',
      'fooOp__should_return_back_good_response_object request',
      'test_xsd_extension__test_extension_base_anytype request',
      'test_xsd_extension__test_issue_221.2 request',
      'test_xsd_extension__test_issue_221.3 request',
    ],
  },
  {
    why: 'PHP and strong-soap make dates of numbers and of Date objects; ours take the text of XML Schema (DT-1)',
    shows: /"keyword":"format".*(dateTime|xs:date)/,
    names: ['schema064 request', 'Dummy__should_handle_xml_date_time_dateTime request'],
  },
  {
    why: 'node-soap makes Date objects of dates and numbers of what it takes for times; ours keep the text (DT-1)',
    shows: /^at \/SimpleDate: ours "2018-07-21"/,
    names: ['Dummy__should_handle_inline_types response'],
  },
  {
    why: 'content without declarations: the other tool takes names without namespaces and gives raw XML or bare values; ours names elements in Clark notation, types with $type, and has no raw XML (AN-6, AN-7, SE-3)',
    shows: /^not translated: (elements without declarations|elements of a wildcard without their names)/,
    names: [
      'multiCall__rpc_stype_request_xsi_attributes request',
      'multiCall__rpc_stype_request_xsi_attributes response',
      'test_xsd_any__test_element_any_type_elements request',
      'test_xsd_any__test_element_any_type_elements response',
      'test_xsd_any__test_any_in_nested_sequence response',
      'test_xsd_any__test_element_any_parse_inline_schema response',
      'test_xsd_integration__test_xml_empty_xmlns response',
    ],
  },
  {
    why: 'an empty string for a boolean: node-soap writes an empty element, ours refuses it (§9.1)',
    shows: /^not translated: an empty boolean/,
    names: ['administrate__Complex_json_object_namespace_issue request'],
  },
  {
    why: 'an attribute that the WSDL does not declare is not written (VE-1)',
    shows: /theirs @(language|type)=/,
    names: [
      'Dummy__should_add_prefix_for_unqualified_global_elements request',
      'get__complex_extension_without_explicit_namespace request',
    ],
  },
  {
    why: 'the recorded XML has white space in an element without content; it says nothing',
    shows: /^ours ends, theirs "\\n *"$/,
    names: [
      'Dummy__should_handle_inline_types request',
      'Dummy__should_handle_minOccurs_and_maxOccurs request',
      'GetSubscription__should_handle_ref_minOccurs_and_maxOccurs request',
    ],
  },
  {
    why: 'what node-soap wrote is not well-formed: a prefix called xmlns',
    shows: /^theirs is not well-formed/,
    names: ['GET_DATA__should_work_with_more_deeply_nested_XML_messages_and_without_security request'],
  },
  {
    why: 'strong-soap writes an empty Body if there are no arguments; the WSDL demands the wrapper (XO-3)',
    shows: /DummyRequest, theirs ends$/,
    names: [
      'Dummy__should_handle_null_args request',
      'Dummy__should_return_array_despite_maxOccurs_1 request',
      'Dummy__should_return_object_when_maxOccurs_1 request',
    ],
  },
  {
    why: 'PHP reads the item type of a SOAP 1.2 array from an attribute of its own, wsdl:itemType; ours is anyType (EN-2)',
    shows: /arrayType=".*anyType\[2\]", theirs .*int\[2\]/,
    names: ['schema025 request', 'schema083 request'],
  },
  {
    why: 'items of a SOAP array in a literal message: PHP and zeep name them by their type, ours `item` (EN-2)',
    shows: /^ours item, theirs (\{http:\/\/www\.w3\.org\/2001\/XMLSchema\}int|string)$/,
    names: [
      'schema056 request',
      'test_wsdl_arrays__test_xml_soap_enc_string request',
      'test_wsdl_arrays__test_xml_soap_enc_string.2 request',
      'test_wsdl_arrays__test_xml_soap_enc_string.3 request',
    ],
  },
  {
    why: 'document style with a part by type: the content of the Body has that type (§4.1), PHP writes an element named like the part',
    shows: /^ours item, theirs testParam$/,
    names: ['schema071 request'],
  },
  {
    why: 'the recorded response is not one of its WSDL; the other tool reads any element, ours those that are declared (TR-1, BD-3)',
    shows:
      /^not translated: (no field|an object for a text|a list or an object for a text|the WSDL has no operation)/,
    names: [
      'GetItemInformation__should_ignore_default_namespace_from_schema response',
      'GetSubscription__should_handle_ref_minOccurs_and_maxOccurs response',
      'addPrefix__should_add_namespace_on_output_message response',
      'execFile__valid_xml_generated_on_request_with_complex_type_element_form_default_unqualified response',
      'getAppointmentNumber__should_be_able_to_parse_response response',
      'Dummy__should_return_array_despite_maxOccurs_1 response',
    ],
  },
  {
    why: 'node-soap and strong-soap leave out children of a recursive type that are empty or nil; ours has {} and null (§9.2)',
    shows: /^at \/Children\/Node\/0\/Children: ours (null|\{"Node":\[\]\}), theirs nothing$/,
    names: ['GetNodes__complex_self_referencing response'],
  },
  {
    why: 'zeep gives header and body of a multi-part message as two objects, keyed by part; ours are keyed by element, headers in meta.soapHeaders (HD-6, §4.1)',
    shows: /^not translated: no field header, body$/,
    names: ['test_wsdl_messages_document__test_deserialize_with_headers response'],
  },
  {
    why: 'the operation has an output only: nobody can call it (OP-1)',
    shows: /^not translated: the WSDL has no operation/,
    names: ['test_wsdl_messages_rpc__test_deserialize response'],
  },
  {
    why: 'an empty element of a complex type: zeep gives None, ours {} (§9.2)',
    shows: /subitem_3: ours \{\}, theirs nothing$/,
    names: ['test_soap_multiref__test_parse_multiref_soap_response_child response'],
  },
  {
    why: 'a value of a type that the service does not know: zeep drops the type, ours keeps it (PY-7)',
    shows: /^at \/something: ours \{"\$type":"\{http:\/\/microsoft\.com\/wsdl\/types\/\}guid"/,
    names: ['test_xsd_any__test_element_any_type_unknown_type response'],
  },
  {
    why: 'zeep does not fill in the default of an absent attribute (§9.2)',
    shows: /^at \/@version: ours "10\.0\.1\.2", theirs nothing$/,
    names: [
      'test_xsd_indicators_choice__test_choice_extend response',
      'test_xsd_indicators_choice__test_choice_extend.2 response',
    ],
  },
  {
    why: 'an invalid value: zeep gives None, ours the text with a warning (TR-4)',
    shows: /^at \/@attr_1: ours "::", theirs nothing$/,
    names: ['test_xsd_parse__test_parse_invalid_values response'],
  },
];
