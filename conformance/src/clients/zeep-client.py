# Calls operations through zeep. Reads {address, calls: [{name, service, port, request}]} from standard input, and prints a line of JSON
# for each call: {name, leaves} with the values that zeep has read, or {name, problem}. zeep sends what it has read from `request`.
import base64, datetime, decimal, json, sys
import isodate
from lxml import etree
from zeep import Client, Settings
from zeep.helpers import serialize_object

given = json.load(sys.stdin)


def leaves(name, value, found):
    if isinstance(value, dict):
        for key, each in value.items():
            leaves('' if key.startswith('_') else key, each, found)
    elif isinstance(value, (list, tuple)):
        for each in value:
            leaves(name, each, found)
    elif isinstance(value, etree._Element):
        for each in value.iter():
            if len(each) == 0 and each.text:
                found.append([etree.QName(each).localname, each.text])
    elif isinstance(value, bool):
        found.append([name, 'true' if value else 'false'])
    elif isinstance(value, bytes):
        found.append([name, base64.b64encode(value).decode()])
    elif isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        found.append([name, value.isoformat()])
    elif isinstance(value, (datetime.timedelta, isodate.Duration)):
        found.append([name, isodate.duration_isoformat(value)])
    elif value is not None:
        found.append([name, format(value, 'f') if isinstance(value, decimal.Decimal) else str(value)])
    return found


try:
    client = Client(given['address'] + '?wsdl', settings=Settings(strict=False, xml_huge_tree=True))
except Exception as problem:
    print(json.dumps({'problem': f'{type(problem).__name__}: {problem}'}))
    sys.exit()
for call in given['calls']:
    try:
        proxy = client.bind(call['service'], call['port'])
        operation = proxy._binding.get(call['name'])
        envelope = etree.fromstring(call['request'].encode())
        body = envelope.find('{*}Body')
        sent = operation.input._deserialize_body(body)['body'] if len(body) else None
        values = dict(sent.__values__) if hasattr(sent, '__values__') else {}
        result = proxy[call['name']](**values) if hasattr(sent, '__values__') or sent is None else proxy[call['name']](sent)
        print(json.dumps({'name': call['name'], 'leaves': leaves('', serialize_object(result, dict), [])}))
    except Exception as problem:
        detail = getattr(problem, 'detail', None)
        places = [] if detail is None else [f"{each.get('path')}: {each.text}" for each in detail.iter() if each.get('path') is not None]
        print(json.dumps({'name': call['name'], 'problem': ' | '.join([f'{type(problem).__name__}: {problem}', *places])}))
