/** Which machines an address can be of. Host names are those of `URL`, which writes every IP address in one way. */
import { BlockList, isIP } from 'node:net';

/** Whether the host is this machine by its name. `*.localhost` never leaves it (RFC 6761). */
export function isThisMachine(hostname: string): boolean {
  const address = addressIn(hostname);
  return address !== undefined && isLoopback(address);
}

/** The IP address that the host name says; undefined for names that have to be looked up. */
export function addressIn(hostname: string): string | undefined {
  if (/^(?:.+\.)?localhost\.?$/i.test(hostname)) return '127.0.0.1';
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
}

export function isLoopback(address: string): boolean {
  return loopback.check(address, familyOf(address));
}

/** Whether the address is of a machine on the internet: not of this one, its network, its provider, a group, or a cloud's metadata. */
export function isPublic(address: string): boolean {
  if (familyOf(address) === 'ipv4') return !special4.check(address);
  const embedded = /^64:ff9b::([\da-f]+):([\da-f]+)$/i.exec(address);
  if (embedded) return isPublic(dotted(Number.parseInt(embedded[1] ?? '', 16), Number.parseInt(embedded[2] ?? '', 16)));
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

const loopback = listOf('127.0.0.0/8', '::1/128');

/** 198.18.0.0/15 is missing: programs for virtual private networks answer with it for every name, and then connect to the real host. */
const special4 = listOf(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
);
/** All that is given out. The rest is of one machine, one network or a group, or stands for IPv4. */
const global6 = listOf('2000::/3');
/** Tunnels, whose address contains another, and examples. */
const special6 = listOf('2001::/23', '2001:db8::/32', '2002::/16');

function listOf(...subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}
