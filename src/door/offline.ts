/** What offline means: nothing leaves the machine. Servers on the machine can still be used. */
import { AriadneError } from '../base/errors.ts';
import { isThisMachine } from '../base/networkAddress.ts';

/** Undefined when the destination may be contacted offline, otherwise a sentence that says why not and what to do. */
export function offlineRefusal({ hostname, host }: URL): string | undefined {
  return isThisMachine(hostname) ? undefined : sentence(`${host} was not contacted`);
}

/** For stores of the index that are reached without the door. @throws AriadneError `offline` */
export function refuseOffline(address: string): void {
  if (!isThisMachine(URL.parse(address)?.hostname ?? ''))
    throw new AriadneError('offline', sentence(`the index in ${address} was not opened`));
}

function sentence(consequence: string): string {
  return `Ariadne is offline ("ariadne.offline"; on the command line ARIADNE_OFFLINE), so ${consequence}. Turn that off, or use what is on this machine.`;
}
