<?php
// Calls one operation through PHP's SoapClient. Reads {address, version, call: {name, request}} from standard input and prints
// {leaves} with the values that PHP has read, or {problem}. SoapClient sends what PHP's SoapServer has read from `request`.
ini_set('soap.wsdl_cache_enabled', '0');
ini_set('precision', '17');
$given = json_decode(stream_get_contents(STDIN), true);
$wsdl = $given['address'] . '?wsdl';
$options = ['soap_version' => $given['version'] === '1.2' ? SOAP_1_2 : SOAP_1_1, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS];

function leaves(string $name, mixed $value, array &$found): void
{
    if (is_object($value) || is_array($value)) {
        if ($value instanceof SoapVar) {
            leaves($name, $value->enc_value, $found);
            return;
        }
        foreach ((array) $value as $key => $each) {
            $isAny = $key === 'any' && is_string($each);
            if ($isAny && preg_match_all('/>([^<>]+)</', $each, $texts)) {
                foreach ($texts[1] as $text) $found[] = ['', html_entity_decode($text, ENT_QUOTES | ENT_XML1)];
            } elseif (!$isAny) {
                leaves(is_int($key) || $key === '_' ? '' : $key, $each, $found);
            }
        }
    } elseif (is_bool($value)) {
        $found[] = [$name, $value ? 'true' : 'false'];
    } elseif ($value !== null) {
        $text = (string) $value;
        $found[] = [$name, $text, preg_match('/^[^\x00-\x08\x0b-\x1f]*$/u', $text) === 1 ? null : base64_encode($text)];
    }
}

final class Proxy
{
    public function __construct(private SoapClient $client, private string $operation) {}

    public function __call(string $name, array $arguments): mixed
    {
        try {
            $result = $this->client->__soapCall($this->operation, $arguments);
            $found = [];
            leaves('', $result, $found);
            finish(['leaves' => $found]);
        } catch (SoapFault $fault) {
            preg_match_all('/<p:problem path="([^"]*)"[^>]*>([^<]*)/', (string) $this->client->__getLastResponse(), $problems, PREG_SET_ORDER);
            $places = array_map(fn ($each) => "$each[1]: $each[2]", $problems);
            finish(['problem' => implode(' | ', ["{$fault->faultcode}: {$fault->getMessage()}", ...$places])]);
        }
    }
}

function finish(array $answer): never
{
    while (ob_get_level() > 0) ob_end_clean();
    $answer['leaves'] = array_map(fn ($leaf) => [$leaf[0], $leaf[2] ?? $leaf[1]], $answer['leaves'] ?? []);
    echo json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE);
    exit;
}

ob_start();
try {
    $client = new SoapClient($wsdl, $options + ['location' => $given['address'], 'trace' => true]);
    $server = new SoapServer($wsdl, $options);
    $server->setObject(new Proxy($client, $given['call']['name']));
    $server->handle($given['call']['request']);
    $said = strip_tags((string) ob_get_contents());
    finish(['problem' => 'SoapServer does not read the request: ' . $said]);
} catch (Throwable $problem) {
    finish(['problem' => 'WSDL: ' . $problem->getMessage()]);
}
