#!/usr/bin/perl
# SOAP::Lite: rpc/encoded without a WSDL. Echoes what it has read, with the types that it guesses. Prints its port.
use strict;
use warnings;

package Echoing;
sub echoText { my ($class, $value) = @_; return SOAP::Data->name(value => $value) }
sub echoNumber { my ($class, $value) = @_; return SOAP::Data->name(value => $value) }
sub echoList { my ($class, $value) = @_; return SOAP::Data->name(value => $value) }
sub echoRecord { my ($class, $value) = @_; return SOAP::Data->name(value => $value) }
sub refuse { my ($class, $value) = @_; die SOAP::Fault->faultcode('Client')->faultstring($value) }

package main;
use SOAP::Lite;
use SOAP::Transport::HTTP;
$| = 1;
my $daemon = SOAP::Transport::HTTP::Daemon->new(LocalAddr => '127.0.0.1', LocalPort => 0, ReuseAddr => 1)
  ->dispatch_with({ 'urn:soapstone:encoded' => 'Echoing' });
print $daemon->sockport, "\n";
$daemon->handle;
