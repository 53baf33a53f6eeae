import type { ModelContext, ModelRole, RoleModels } from '../provider.ts';
import { localProviders, type LocalProvidersOptions } from './localProviders.ts';
import { Providers } from './providers.ts';

/**
 * Loads a model of this machine for as long as `work` takes.
 * @throws the errors of `Providers.get` and of `work`
 */
export async function withLocalModel<Role extends ModelRole, T>(
  {
    role,
    id,
    options,
    context,
  }: { readonly role: Role; readonly id: string; readonly options: LocalProvidersOptions; readonly context: ModelContext },
  work: (model: RoleModels[Role]) => Promise<T>,
): Promise<T> {
  const providers = new Providers(localProviders(options));
  try {
    return await work(await providers.get(role, id, context));
  } finally {
    await providers.close();
  }
}
