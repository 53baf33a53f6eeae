/**
 * Where the redirects of a download may lead: to the internet, and to the hub's own host. So a hub elsewhere can never make Ariadne ask
 * something of this machine, its network, or a cloud's metadata server.
 */
import type { LookupFunction } from 'node:net';
import { addressIn, isLoopback, isPublic } from '../base/networkAddress.ts';
import { leadsInside, notFollowed } from './doorErrors.ts';

/**
 * The address that a redirect leads on to.
 * @throws AriadneError `door-redirected`
 */
export function nextHop(hub: URL, from: URL, { headers }: Response): URL {
  const location = headers.get('location');
  if (location === null || location === '') throw notFollowed(hub, 'without saying where to');
  const next = URL.parse(location, from.href);
  if (!next) throw notFollowed(hub, 'to an address that cannot be read');
  if (next.protocol !== 'https:' && next.protocol !== 'http:') throw notFollowed(hub, `to an address that begins with "${next.protocol}"`);
  if (next.protocol === 'http:' && from.protocol === 'https:') throw notFollowed(hub, `to ${next.host} without encryption`);
  if (next.username !== '' || next.password !== '') throw notFollowed(hub, `to ${next.host} with a user name or password`);
  const address = addressIn(next.hostname);
  if (address !== undefined && !mayLeadTo(hub, address)) throw leadsInside(hub, next);
  return next;
}

/**
 * Resolves the name of the hop's host while the connection is made, so that a name cannot have one address when it is checked and another
 * when it is used. Undefined for the hub's own host: the user has chosen it, and where its port is another one, its certificate says that
 * it is the same.
 */
export function lookupOnTheWay(hub: URL, hop: URL, lookup: LookupFunction): LookupFunction | undefined {
  if (hop.origin === hub.origin || (hop.hostname === hub.hostname && hop.protocol === 'https:')) return undefined;
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
      const isInside = addresses.some((address) => !mayLeadTo(hub, address));
      callback(error ?? (isInside ? leadsInside(hub, hop) : null), found, family);
    });
}

/** The hub's address counts only if the user has written it: those of a name are the choice of its owner. */
function mayLeadTo(hub: URL, address: string): boolean {
  const own = addressIn(hub.hostname);
  return isPublic(address) || (own !== undefined && (own === address || (isLoopback(own) && isLoopback(address))));
}
