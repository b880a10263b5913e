<?php
// A service that is not the example, behind PHP's SoapServer: `php -S 127.0.0.1:0 orders.php`.
if ($_SERVER['REQUEST_METHOD'] === 'GET') {
  if ($_SERVER['REQUEST_URI'] !== '/orders?wsdl') { http_response_code(404); exit; }
  header('Content-Type: text/xml; charset=utf-8');
  echo str_replace('ENDPOINT', $_SERVER['HTTP_HOST'], file_get_contents(__DIR__ . '/orders.wsdl'));
  exit;
}

class Orders {
  function FindOrder($input) {
    if ($input->orderNumber !== 'A-4711') throw new SoapFault('Client', "There is no order $input->orderNumber");
    return ['customer' => 'Ada Ltd', 'total' => '1250.00'];
  }
}
// PHP itself needs a WSDL without the import that its clients do not get.
$own = preg_replace('/<xs:import[^>]*>/', '', file_get_contents(__DIR__ . '/orders.wsdl'));
$file = tempnam(sys_get_temp_dir(), 'orders');
file_put_contents($file, str_replace('ref="audit:Period"', 'name="period" type="xs:string"', $own));
ini_set('soap.wsdl_cache_enabled', '0');
$server = new SoapServer($file);
$server->setClass('Orders');
$server->handle();
unlink($file);
