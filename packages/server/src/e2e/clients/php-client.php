<?php
// Calls the echo services through PHP's SoapClient, and compares what comes back with what was sent.
ini_set('soap.wsdl_cache_enabled', '0');
$address = $argv[1];
$done = 0;
$wrong = [];
$options = ['features' => SOAP_SINGLE_ELEMENT_ARRAYS, 'cache_wsdl' => WSDL_CACHE_NONE];

function plain($value) {
  if (is_object($value)) { $value = get_object_vars($value); }
  if (!is_array($value)) { return $value; }
  $values = array_filter(array_map('plain', $value), fn($each) => $each !== null && $each !== []);
  ksort($values);
  return $values;
}

function check($name, $sent, $received) {
  global $done, $wrong;
  $done++;
  if (plain($sent) !== plain($received)) { $wrong[] = ['case' => $name, 'sent' => var_export(plain($sent), true), 'received' => var_export(plain($received), true)]; }
}

class Shape { public $label; }
class Circle extends Shape { public $radius; function __construct($label, $radius) { $this->label = $label; $this->radius = $radius; } }

$echo = new SoapClient($address . 'echo?wsdl', $options + ['classmap' => ['Circle' => 'Circle']]);
$scalars = ['text' => 'Größe € 漢字 😀 <&>"', 'flag' => true, 'small' => -2147483648, 'large' => 9223372036854775807,
  'exact' => '12345678901234567890.123456789', 'real' => 1.5, 'day' => '2024-02-29', 'instant' => '2024-02-29T12:30:00Z',
  'bytes' => "\x00\x01\xff", 'colour' => 'red'];
check('EchoScalars', $scalars, $echo->EchoScalars($scalars));
check('EchoOptions', ['note' => 'n', 'count' => 3, 'reviewer' => 'r', 'score' => 7], $echo->EchoOptions(['note' => 'n', 'count' => 3, 'reviewer' => 'r', 'score' => 7]));
check('EchoOptions nil', ['note' => ''], $echo->EchoOptions(['note' => '', 'reviewer' => null, 'score' => null]));
$part = ['title' => 'p', 'price' => ['_' => 1, 'currency' => 'EUR'], 'id' => 2];
$lists = ['name' => ['a', '', 'b'], 'number' => [1], 'item' => [['title' => 't', 'price' => ['_' => 5], 'id' => 1, 'tag' => 'x', 'part' => [$part]]]];
check('EchoLists', $lists, $echo->EchoLists($lists));
check('EchoPayment', ['invoice' => 5], $echo->EchoPayment(['invoice' => 5]));
check('EchoFile', ['name' => 'f', 'content' => str_repeat("\x00\x01", 5000)], $echo->EchoFile(['name' => 'f', 'content' => str_repeat("\x00\x01", 5000)]));
$circle = new SoapVar(new Circle('c', 1), SOAP_ENC_OBJECT, 'Circle', 'urn:soapstone:echo');
check('EchoDrawing', ['shape' => [['label' => 'c', 'radius' => 1]]], $echo->EchoDrawing(['shape' => [$circle]]));
try {
  $echo->Refuse(['reason' => 'no', 'code' => 7]);
  $wrong[] = ['case' => 'Refuse', 'received' => 'no fault'];
} catch (SoapFault $fault) {
  // PHP reads every value of a detail as text.
  check('Refused', ['Refused' => ['reason' => 'no', 'code' => '7']], $fault->detail);
}
try {
  $echo->EchoScalars(['colour' => 'blue'] + $scalars);
  $wrong[] = ['case' => 'blue', 'received' => 'no fault'];
} catch (SoapFault $fault) {
  $done++;
  if (!str_ends_with($fault->faultcode, 'Client')) { $wrong[] = ['case' => 'blue', 'received' => $fault->faultcode]; }
}

foreach (['literal', 'encoded'] as $contract) {
  $rpc = new SoapClient($address . $contract . '?wsdl', $options);
  check("$contract echoText", 'ü', $rpc->echoText('ü'));
  $record = ['title' => 't', 'count' => 3, 'tags' => ['a', 'b']];
  check("$contract echoRecord", $record, $rpc->echoRecord($record));
  try {
    $rpc->refuse('no');
    $wrong[] = ['case' => "$contract refuse", 'received' => 'no fault'];
  } catch (SoapFault $fault) {
    $done++;
    if ($fault->faultstring !== 'refused') { $wrong[] = ['case' => "$contract refuse", 'received' => $fault->faultstring]; }
  }
}
check('encoded echoList', ['a', 'b'], $rpc->echoList(['a', 'b']));
echo json_encode(['done' => $done, 'wrong' => $wrong]);
