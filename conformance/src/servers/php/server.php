<?php
// PHP's SoapServer: echoes what it has read by the WSDL that the query names.
ini_set('soap.wsdl_cache_enabled', '0');

class Shape { public $label; }
class Circle extends Shape { public $radius; }
class Box extends Shape { public $width; public $height; }

class Echoing {
  private $trace;
  function __construct(private SoapServer $server) {}
  function Trace($text) { $this->trace = $text; $this->server->addSoapHeader(new SoapHeader('urn:soapstone:echo', 'Trace', $text)); }
  function __call($name, $arguments) {
    if ($name === 'echoBoth') { return ['value' => $arguments[0], 'times' => $arguments[1]]; }
    if ($name === 'refuse') { throw new SoapFault('Client', $arguments[0]); }
    if ($name !== 'Refuse') { return $arguments[0]; }
    throw new SoapFault('Client', $arguments[0]->reason, null, $arguments[0], 'Refused');
  }
}

$server = new SoapServer(__DIR__ . '/../' . basename($_GET['contract']), [
  'classmap' => ['Circle' => 'Circle', 'Box' => 'Box'],
  'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
]);
$server->setObject(new Echoing($server));
$server->handle();
