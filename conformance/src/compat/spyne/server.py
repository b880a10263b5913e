#!/usr/bin/python3
# spyne with the shop of the programs for node-soap at /shop. Its WSDL, at ?wsdl, is its own. Prints its port.
import datetime
import logging
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from spyne import Application, Boolean, ByteArray, ComplexModel, Date, DateTime, Decimal, Double, Fault, Integer32, Integer64
from spyne import ServiceBase, Unicode, XmlAttribute, XmlData, rpc
from spyne.protocol.soap import Soap11
from spyne.server.wsgi import WsgiApplication
from spyne.util.wsgi_wrapper import WsgiMounter

logging.disable(logging.CRITICAL)
NAMESPACE = 'urn:example:shop'


class Model(ComplexModel):
    __namespace__ = NAMESPACE


def needed(kind, **others):
    return kind.customize(min_occurs=1, nullable=False, **others)


def optional(kind, **others):
    return kind.customize(min_occurs=0, nullable=False, **others)


def many(kind):
    return kind.customize(min_occurs=0, max_occurs='unbounded', nullable=False)


def model(name, *members):
    return type(name, (Model,), {'_type_info': list(members)})


Money = model('Money', ('value', XmlData(Decimal)), ('currency', XmlAttribute(Unicode)))
Item = model('Item', ('sku', needed(Unicode)), ('quantity', needed(Integer32)))
Order = model(
    'Order',
    ('customer', needed(Unicode)),
    ('total', optional(Money)),
    ('placed', optional(DateTime)),
    ('day', optional(Date)),
    ('paid', optional(Boolean)),
    ('serial', optional(Integer64)),
    ('ratio', optional(Double)),
    ('state', optional(Unicode, values=['open', 'sent'])),
    ('note', Unicode(min_occurs=0, nullable=True)),
    ('item', many(Item)),
    ('tag', many(Unicode)),
    ('address', optional(Unicode)),
    ('pickup', optional(Integer32)),
    ('photo', optional(ByteArray)),
    ('id', XmlAttribute(Integer32)),
    ('channel', XmlAttribute(Unicode)),
)
GetOrder = model('GetOrder', ('id', needed(Integer32)))
OrderResponse = model('OrderResponse', ('order', needed(Order)))
PlaceOrder = model('PlaceOrder', ('order', needed(Order)))
FindOrders = model('FindOrders', ('customer', optional(Unicode)), ('limit', optional(Integer32)))
FindOrdersResponse = model('FindOrdersResponse', ('order', many(Order)), ('count', needed(Integer32)))
Fail = model('Fail', ('kind', needed(Unicode)))
Text = model('Text', ('text', needed(Unicode)))


def order(id):
    return Order(
        customer='Ada & Söhne <1>',
        total=Money(value='12.5', currency='EUR'),
        placed=datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc),
        day=datetime.date(2026, 1, 2),
        paid=True,
        serial=42,
        ratio=0.25,
        state='open',
        item=[Item(sku='A-1', quantity=2)],
        tag=['new'],
        address='Main Street 1',
        photo=[b'\1\2\3'],
        id=id,
        channel='web',
    )


class Shop(ServiceBase):
    @rpc(GetOrder, _returns=OrderResponse, _body_style='bare')
    def GetOrder(context, given):
        return OrderResponse(order=Order(customer='') if given.id == 404 else order(given.id))

    @rpc(PlaceOrder, _returns=OrderResponse, _body_style='bare')
    def PlaceOrder(context, given):
        given.order.placed = given.order.day = None
        return OrderResponse(order=given.order)

    @rpc(FindOrders, _returns=FindOrdersResponse, _body_style='bare')
    def FindOrders(context, given):
        limit = 2 if given.limit is None else given.limit
        orders = [Order(customer=f'{given.customer} {index}') for index in range(limit)]
        return FindOrdersResponse(order=orders, count=limit)

    @rpc(Fail, _returns=Text, _body_style='bare')
    def Fail(context, given):
        if given.kind == 'soap11':
            raise Fault('Server', 'out of stock', detail={'Problem': {'code': '5', 'hint': 'later'}})
        raise Fault('Client', f'failed with {given.kind}')

    @rpc(Text, _body_style='bare')
    def Notify(context, given):
        pass

    @rpc()
    def Ping(context):
        pass

    @rpc(Text, _returns=Text, _body_style='bare')
    def Echo(context, given):
        return given

    @rpc(Text, _returns=Text, _body_style='bare', _operation_name='dashed-name')
    def dashed(context, given):
        return Text(text=f'-{given.text}-')


class Handler(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


application = Application([Shop], NAMESPACE, name='Shop', in_protocol=Soap11(), out_protocol=Soap11())
server = make_server('127.0.0.1', 0, WsgiMounter({'shop': application}), server_class=Server, handler_class=Handler)
print(server.server_port, flush=True)
server.serve_forever()
