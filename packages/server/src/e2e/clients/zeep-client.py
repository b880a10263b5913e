# Calls the echo services through zeep, and compares what comes back with what was sent.
import datetime, decimal, json, sys
from zeep import Client, Settings, xsd
from zeep.exceptions import Fault
from zeep.helpers import serialize_object

address = sys.argv[1]
done, wrong = 0, []


def plain(value):
    """Values by name, without what is empty: zeep reads an empty element as None."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if each not in (None, [], '')}
    if isinstance(value, list):
        return [None if each == '' else plain(each) for each in value]
    return value


def check(name, sent, received):
    global done
    done += 1
    if plain(serialize_object(received, dict)) != plain(sent):
        wrong.append({'case': name, 'sent': repr(sent), 'received': repr(serialize_object(received, dict))})


echo = Client(address + 'echo?wsdl')
service = echo.service
scalars = dict(
    text='Größe € 漢字 😀 <&>"', flag=True, small=-2147483648, large=9223372036854775807,
    exact=decimal.Decimal('12345678901234567890.123456789'), real=1.5, day=datetime.date(2024, 2, 29),
    instant=datetime.datetime(2024, 2, 29, 12, 30, tzinfo=datetime.timezone.utc), bytes=bytes(range(256)), colour='red')
check('EchoScalars', scalars, service.EchoScalars(**scalars))
options = dict(note='n', count=3, reviewer='r', score=7)
check('EchoOptions', options, service.EchoOptions(**options))
check('EchoOptions nil', dict(note=''), service.EchoOptions(note='', reviewer=xsd.Nil, score=xsd.Nil))
part = dict(title='p', price=dict(_value_1=1, currency='EUR'), id=2)
item = dict(title='t', price=dict(_value_1=5), id=1, tag='x', part=[part, dict(part, id=3, part=[dict(part, id=4)])])
lists = dict(name=['a', '', 'b'], number=[1], item=[item])
check('EchoLists', lists, service.EchoLists(**lists))
check('EchoLists none', {}, service.EchoLists())
for payment in (dict(card='4711'), dict(invoice=5)):
    check('EchoPayment', payment, service.EchoPayment(**payment))
file = dict(name='f', content=b'\x00\x01' * 5000)
check('EchoFile', file, service.EchoFile(**file))
circle, box = echo.get_type('ns0:Circle'), echo.get_type('ns0:Box')
drawn = service.EchoDrawing(shape=[circle(label='c', radius=1), box(label='b', width=2, height=3)])
shapes = drawn.shape if hasattr(drawn, 'shape') else drawn
check('EchoDrawing', [dict(label='c', radius=1), dict(label='b', width=2, height=3)], shapes)
try:
    service.Refuse(reason='no', code=7)
    wrong.append({'case': 'Refuse', 'received': 'no fault'})
except Fault as fault:
    done += 1
    detail = echo.wsdl.types.deserialize(fault.detail[0])
    check('Refused', dict(reason='no', code=7), detail)
# zeep checks nothing of facets.
try:
    service.EchoScalars(**dict(scalars, colour='blue'))
    wrong.append({'case': 'blue', 'received': 'no fault'})
except Fault as fault:
    done += 1
    if fault.code.split(':')[-1] != 'Client' or fault.detail[0][0].get('path') != '/colour':
        wrong.append({'case': 'blue', 'received': str(fault)})

literal = Client(address + 'literal?wsdl').service
record = dict(title='t', count=3, tags=['a', 'b'])
check('echoText', 'ü', literal.echoText('ü'))
check('echoRecord', record, literal.echoRecord(record))
check('echoBoth', dict(value=record, times=5), literal.echoBoth(value=record, times=5))
print(json.dumps({'done': done, 'wrong': wrong}))
