#!/usr/bin/python3
# spyne: echoes what its models have read. Requests are validated against its own schema. Prints its port.
# The argument 1.2 selects SOAP 1.2.
import logging
import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from spyne import Application, Boolean, ByteArray, ComplexModel, Date, DateTime, Decimal, Double, Fault, Integer32
from spyne import Integer64, SelfReference, ServiceBase, Unicode, XmlAttribute, XmlData, rpc
from spyne.protocol.soap import Soap11, Soap12
from spyne.server.wsgi import WsgiApplication

logging.disable(logging.CRITICAL)
NAMESPACE = 'urn:soapstone:echo'


class Model(ComplexModel):
    __namespace__ = NAMESPACE


def needed(kind, **others):
    return kind.customize(min_occurs=1, nullable=False, **others)


def many(kind):
    return kind.customize(min_occurs=0, max_occurs='unbounded')


class Scalars(Model):
    _type_info = [
        ('text', needed(Unicode)),
        ('flag', needed(Boolean)),
        ('small', needed(Integer32)),
        ('large', needed(Integer64)),
        ('exact', needed(Decimal)),
        ('real', needed(Double)),
        ('day', needed(Date)),
        ('instant', needed(DateTime)),
        ('bytes', needed(ByteArray)),
        ('colour', needed(Unicode, values=['red', 'green'])),
    ]


class Options(Model):
    _type_info = [
        ('note', Unicode(min_occurs=0)),
        ('count', Integer32(min_occurs=0)),
        ('reviewer', Unicode(min_occurs=1, nullable=True)),
        ('score', Integer32(min_occurs=1, nullable=True)),
    ]


class Amount(Model):
    _type_info = [('value', XmlData(Integer32)), ('currency', XmlAttribute(Unicode))]


class Item(Model):
    _type_info = [
        ('title', needed(Unicode)),
        ('price', needed(Amount)),
        ('part', SelfReference.customize(min_occurs=0, max_occurs='unbounded')),
        ('id', XmlAttribute(Integer32, use='required')),
        ('tag', XmlAttribute(Unicode)),
    ]


class Lists(Model):
    _type_info = [('name', many(Unicode)), ('number', many(Integer32)), ('item', many(Item))]


class Shape(Model):
    _type_info = [('label', needed(Unicode))]


class Circle(Shape):
    __namespace__ = NAMESPACE
    _type_info = [('radius', needed(Integer32))]


class Box(Shape):
    __namespace__ = NAMESPACE
    _type_info = [('width', needed(Integer32)), ('height', needed(Integer32))]


class Drawing(Model):
    _type_info = [('shape', many(Shape))]


class Payment(Model):
    _type_info = [
        ('card', Unicode(xml_choice_group='means', min_occurs=0)),
        ('invoice', Integer32(xml_choice_group='means', min_occurs=0)),
    ]


class File(Model):
    _type_info = [('name', needed(Unicode)), ('content', needed(ByteArray))]


class Refusal(Model):
    _type_info = [('reason', needed(Unicode)), ('code', needed(Integer32))]


class Trace(Unicode):
    __namespace__ = NAMESPACE
    __type_name__ = 'Trace'


def echo(name, kind):
    """An operation whose request and response are elements of the type."""

    def answer(context, given):
        return given

    answer.__name__ = name
    return rpc(kind, _returns=kind, _body_style='bare')(answer)


class Echo(ServiceBase):
    EchoScalars = echo('EchoScalars', Scalars)
    EchoOptions = echo('EchoOptions', Options)
    EchoLists = echo('EchoLists', Lists)
    EchoDrawing = echo('EchoDrawing', Drawing)
    EchoPayment = echo('EchoPayment', Payment)
    EchoFile = echo('EchoFile', File)

    @rpc(Item, _returns=Item, _body_style='bare', _in_header=(Trace,), _out_header=(Trace,))
    def EchoItem(context, given):
        context.out_header = context.in_header
        return given

    @rpc(Refusal, _returns=Refusal, _body_style='bare')
    def Refuse(context, given):
        raise Fault('Client', given.reason, detail={'Refused': {'reason': given.reason, 'code': str(given.code)}})


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Silent(WSGIRequestHandler):
    def log_message(self, *arguments):
        pass


Protocol = Soap12 if '1.2' in sys.argv else Soap11
application = Application(
    [Echo], NAMESPACE, in_protocol=Protocol(validator='lxml'), out_protocol=Protocol(polymorphic=True)
)
server = make_server('127.0.0.1', 0, WsgiApplication(application), server_class=Server, handler_class=Silent)
print(server.server_port, flush=True)
server.serve_forever()
