<?php
// The example's user directory on PHP's SoapServer, with the same WSDL and the same people as on node-soap's server.
// The folder of the WSDL is in USER_DIRECTORY.
ini_set('soap.wsdl_cache_enabled', '0');
$folder = getenv('USER_DIRECTORY');
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($_SERVER['REQUEST_METHOD'] === 'GET') {
  header('Content-Type: text/xml; charset=utf-8');
  if ($path === '/user-directory.xsd') { readfile("$folder/user-directory.xsd"); exit; }
  if ($path !== '/user-directory') { http_response_code(404); exit; }
  $wsdl = file_get_contents("$folder/user-directory.wsdl");
  echo str_replace('http://127.0.0.1:8088', "http://{$_SERVER['HTTP_HOST']}", $wsdl);
  exit;
}

class Directory_ {
  private $token;

  // A header block arrives as a separate call, before the operation.
  function Session($session) { $this->token = $session->token; }

  private function users() {
    $phone = fn ($kind, $number) => ['kind' => $kind, '_' => $number];
    return [
      '1001' => ['engines', ['id' => 1001, 'status' => 'active', 'name' => 'Ada Lovelace', 'email' => 'ada@example.com',
        'birthDate' => '1815-12-10', 'salary' => ['currency' => 'GBP', '_' => '98500.10'], 'manager' => null,
        'phone' => [$phone('office', '+44 20 7946 0001'), $phone('mobile', '+44 7700 900001')],
        'address' => ['street' => '12 St James’s Square', 'city' => 'London', 'country' => 'GB'],
        'lastSeen' => '2026-11-20T16:45:00.250Z']],
      '9007199254740993' => ['compilers', ['id' => 9007199254740993, 'status' => 'on-leave', 'name' => 'Grace Hopper',
        'email' => 'grace@example.com', 'birthDate' => '1906-12-09',
        'salary' => ['currency' => 'USD', '_' => '120000.123456789012345678'], 'manager' => 1001,
        'phone' => [$phone('office', '+1 202 555 0143')]]],
      '9223372036854775807' => ['engines', ['id' => 9223372036854775807, 'status' => 'active',
        'name' => 'Emmy Noether & Töchter <GmbH>', 'email' => 'emmy@example.com', 'birthDate' => '1882-03-23',
        'salary' => ['currency' => 'EUR', '_' => '0.1'], 'manager' => 9007199254740993, 'phone' => []]],
    ];
  }

  function GetUser($input) {
    $found = $this->users()[(string) $input->userId] ?? null;
    if ($found !== null) return ['user' => $found[1]];
    $detail = (object) ['UserNotFound' => ['userId' => $input->userId, 'suggestion' => [1001]]];
    throw new SoapFault('Client', "There is no user $input->userId", null, $detail, 'UserNotFound');
  }

  function ListUsers($input) {
    $statuses = $input->status ?? [];
    $found = array_filter($this->users(), fn ($user) =>
      (!isset($input->department) || $user[0] === $input->department) &&
      ($statuses === [] || in_array($user[1]['status'], $statuses)));
    $records = array_values(array_map(fn ($user) => $user[1], $found));
    return ['total' => count($records), 'user' => array_slice($records, 0, $input->limit ?? 100)];
  }

  function CreateUser($input) {
    if ($this->token !== 'demo-writer') {
      $detail = (object) ['NotPermitted' => ['reason' => $this->token === null ? 'no token' : 'unknown token']];
      throw new SoapFault('Client', 'The Session header has no token that may add users', null, $detail, 'NotPermitted');
    }
    return ['userId' => 9007199254740993 + strlen($input->user->name), 'createdAt' => '2026-11-21T09:00:00Z'];
  }
}

$server = new SoapServer("$folder/user-directory.wsdl", ['features' => SOAP_SINGLE_ELEMENT_ARRAYS]);
$server->setObject(new Directory_());
$server->handle();
