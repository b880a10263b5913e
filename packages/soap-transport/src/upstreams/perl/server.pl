#!/usr/bin/perl
# SOAP::Lite: rpc/encoded, SOAP 1.1, no WSDL. Prints its port.
use strict;
use warnings;

package Ledger;
sub sum { my ($class, $numbers) = @_; my $sum = 0; $sum += $_ for @$numbers; return SOAP::Data->name(sum => $sum)->type('int'); }
sub entries { my ($class, $count) = @_; return [map { { id => $_, name => "entry $_" } } 1 .. $count]; }
sub refuse { die SOAP::Fault->faultcode('Client')->faultstring('refused')->faultdetail(bless { code => 42 } => 'Refusal'); }

package main;
use SOAP::Lite;
use SOAP::Transport::HTTP;
$| = 1;
my $daemon = SOAP::Transport::HTTP::Daemon->new(LocalAddr => '127.0.0.1', LocalPort => 0, ReuseAddr => 1)
  ->dispatch_with({ 'urn:soapstone:ledger' => 'Ledger' });
print $daemon->sockport, "\n";
$daemon->handle;
