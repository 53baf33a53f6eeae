import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressIn, isPublic, isThisMachine } from '../../../src/base/networkAddress.ts';

const hostOf = (host: string): string => new URL(`http://${host}/`).hostname;

test('an address of this machine, of a private network or of nothing is not public, in whatever way it is written', () => {
  for (const host of [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.0.0.1.', '0', '0.0.0.0'],
    ...['localhost', 'localhost.', 'LOCALHOST', 'hub.localhost', 'hub.localhost.', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]'],
    ...['[::ffff:7f00:1]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]', '[::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]'],
    ...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '100.127.255.255', '169.254.169.254', '0xa9fea9fe'],
    ...['[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[2002:7f00:1::]', '[2001::1]', '[2001:db8::1]', '[fec0::1]'],
    ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '192.0.0.192', '192.0.2.1'],
  ]) {
    const address = addressIn(hostOf(host));
    assert.ok(address !== undefined && !isPublic(address), host);
  }
});

test('addresses next to these are public, and other names say no address', () => {
  for (const host of ['8.8.8.8', '128.0.0.1', '172.32.0.1', '100.128.0.1', '169.253.0.1', '[2606:4700::1]', '[64:ff9b::8.8.8.8]']) {
    assert.ok(isPublic(addressIn(hostOf(host)) ?? ''), host);
  }
  for (const host of ['huggingface.co', 'localhost.test', 'notlocalhost', '127.0.0.1.evil.test', 'xn--localhost-9za.test']) {
    assert.equal(addressIn(hostOf(host)), undefined, host);
  }
});

test('a name that only begins like this machine’s is another machine', () => {
  for (const host of ['127.evil.test', '127.0.0.1.evil.test', 'localhost.evil.test'])
    assert.equal(isThisMachine(hostOf(host)), false, host);
  for (const host of ['127.0.0.53', '[::1]', 'localhost']) assert.equal(isThisMachine(hostOf(host)), true, host);
});
