<?php
// PHP's SoapServer: document/literal from the WSDL (?v=2 for SOAP 1.2), rpc/encoded without one (?rpc), gzip (?gzip).
ini_set('soap.wsdl_cache_enabled', '0');
if (isset($_GET['gzip'])) { ini_set('zlib.output_compression', '1'); }
if ($_SERVER['REQUEST_METHOD'] === 'GET') {
  if (isset($_GET['moved'])) { header('Location: ?wsdl', true, 302); exit; }
  header('Content-Type: text/xml; charset=utf-8');
  readfile(__DIR__ . '/../ledger.wsdl');
  exit;
}

class Ledger {
  private $server;
  function __construct(SoapServer $server) { $this->server = $server; }
  function Trace($text) { $this->server->addSoapHeader(new SoapHeader('urn:soapstone:ledger', 'Trace', "seen $text")); }
  function Total($request) {
    $amounts = is_array($request->amount) ? $request->amount : [$request->amount];
    $sum = array_sum($amounts);
    if ($sum < 0) { throw new SoapFault('Client', 'overdrawn', null, (object) ['Overdrawn' => ['by' => -$sum]], 'Overdrawn'); }
    return ['label' => $request->label, 'sum' => $sum];
  }
}

class Entries {
  function entries($count) {
    $entries = [];
    for ($i = 1; $i <= $count; $i++) { $entries[] = ['id' => $i, 'name' => "entry $i"]; }
    return $entries;
  }
  function sum($numbers) { return array_sum($numbers); }
}

if (isset($_GET['rpc'])) {
  $server = new SoapServer(null, ['uri' => 'urn:soapstone:ledger']);
  $server->setClass('Entries');
} else {
  $version = isset($_GET['v']) ? SOAP_1_2 : SOAP_1_1;
  $server = new SoapServer(__DIR__ . '/../ledger.wsdl', ['soap_version' => $version]);
  $server->setObject(new Ledger($server));
}
$server->handle();
