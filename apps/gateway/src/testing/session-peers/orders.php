<?php
// PHP's SoapServer with a login whose session is a cookie (setcookie). One session at a time; its state is in the file SESSION_STATE.
ini_set('soap.wsdl_cache_enabled', '0');
$file = fopen(getenv('SESSION_STATE'), 'c+');
flock($file, LOCK_EX);
$state = json_decode(stream_get_contents($file), true) ?? ['logins' => 0, 'refused' => 0, 'logouts' => 0, 'executed' => 0, 'token' => null];

function save() {
  global $file, $state;
  ftruncate($file, 0);
  rewind($file);
  fwrite($file, json_encode($state));
  fflush($file);
}

if ($_SERVER['REQUEST_METHOD'] === 'GET') {
  if ($_SERVER['REQUEST_URI'] === '/expire') { $state['token'] = null; save(); }
  echo json_encode(array_diff_key($state, ['token' => 0]));
  exit;
}

class Orders {
  function Login($input) {
    global $state;
    $state['logins']++;
    if ($input->password !== 'a "password" & <more>') { save(); throw new SoapFault('LOGIN_FAILED', 'wrong password'); }
    if ($state['token'] !== null) { $state['refused']++; save(); throw new SoapFault('ALREADY_LOGGED_IN', 'a session is valid'); }
    $state['token'] = bin2hex(random_bytes(16));
    save();
    setcookie('ORDERS', $state['token'], ['expires' => time() + 3600, 'path' => '/', 'httponly' => true, 'samesite' => 'Strict']);
    setcookie('lang', 'en');
    return ['seconds' => 3600];
  }
  private function check() {
    global $state;
    $given = $_COOKIE['ORDERS'] ?? null;
    if ($given === null || $given !== $state['token']) throw new SoapFault('INVALID_SESSION', 'the session is not valid');
  }
  function FindOrders() {
    global $state;
    $this->check();
    $state['executed']++;
    save();
    return ['total' => 3];
  }
  function Logout() {
    global $state;
    $this->check();
    $state['logouts']++;
    $state['token'] = null;
    save();
    return [];
  }
}

$server = new SoapServer(__DIR__ . '/orders.wsdl');
$server->setObject(new Orders());
$server->handle();
