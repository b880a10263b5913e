<?php
// PHP's SoapServer with the services of the programs for node-soap: /shop and /sums, each with its WSDL at ?wsdl. The environment
// variable CONTRACTS is the folder of shop.wsdl and sums.wsdl.
ini_set('soap.wsdl_cache_enabled', '0');

function order($id) {
  return [
    'customer' => 'Ada & Söhne <1>', 'total' => ['_' => '12.5', 'currency' => 'EUR'],
    'placed' => '2026-01-02T03:04:05Z', 'day' => '2026-01-02', 'paid' => true, 'serial' => 42, 'ratio' => 0.25, 'state' => 'open',
    'item' => [['sku' => 'A-1', 'quantity' => 2]], 'tag' => ['new'], 'address' => 'Main Street 1', 'photo' => "\1\2\3",
    'id' => $id, 'channel' => 'web',
  ];
}

class Shop {
  function GetOrder($in) { return ['order' => $in->id === 404 ? ['customer' => ''] : order($in->id)]; }
  function PlaceOrder($in) {
    unset($in->order->placed, $in->order->day);
    return ['order' => $in->order];
  }
  function FindOrders($in) {
    $limit = $in->limit ?? 2;
    $orders = array_map(fn ($index) => ['customer' => ($in->customer ?? '') . " $index"], $limit > 0 ? range(0, $limit - 1) : []);
    return ['order' => $orders, 'count' => $limit];
  }
  function Fail($in) {
    if ($in->kind === 'soap11') {
      throw new SoapFault('Server', 'out of stock', null, (object) ['code' => 5, 'hint' => 'later'], 'Problem');
    }
    throw new SoapFault('Client', "failed with $in->kind");
  }
  function Notify($in) {}
  function Ping($in) { return (object) []; }
  function Echo($in) { return ['text' => $in->text]; }
  function __call($name, $arguments) { return ['text' => "-{$arguments[0]->text}-"]; }
}

class Sums {
  function add($a, $b) { return $a + $b; }
  function swap($pair) { return ['left' => $pair->right, 'right' => $pair->left]; }
}

$class = ['/shop' => 'Shop', '/sums' => 'Sums'][parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)] ?? null;
if ($class === null) { http_response_code(404); exit('not found'); }
$server = new SoapServer(getenv('CONTRACTS') . '/' . strtolower($class) . '.wsdl', ['features' => SOAP_SINGLE_ELEMENT_ARRAYS]);
$server->setClass($class);
$server->handle();
