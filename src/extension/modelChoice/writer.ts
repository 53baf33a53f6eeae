/** The model on this machine that would write an answer with the least effort, for a run that only quotes. */
import { t } from '@vscode/l10n';
import { builtinModels } from '../../protocol/runSpec.ts';
import { shortName } from '../../protocol/modelName.ts';
import type { WriterOffer } from '../../protocol/panel.ts';
import { chooseModel, mayMove, modelsOnMachine, type ChooseApp } from './chooseForRole.ts';
import { namesOfModels } from './chooseServer.ts';
import { modelText } from './modelWords.ts';
import { discoverable } from './serverPresets.ts';
import { requireTrust } from '../requireTrust.ts';
import { writeSetting } from '../settings.ts';

/** A model, and what it is offered as. */
interface Writer extends WriterOffer {
  readonly id: string;
  /** Of a model on a server. */
  readonly baseUrl?: string;
}

const findingMs = 700;
const listingMs = 3_000;

export class Writers {
  readonly #app: ChooseApp;
  #offered: Writer | undefined;

  constructor(app: ChooseApp) {
    this.#app = app;
  }

  /** The model that is chosen, else one that VS Code offers, one of a server that answers on this computer, or one that runs here. */
  async find(): Promise<WriterOffer | undefined> {
    this.#offered = this.#chosen() ?? (await this.#ofEditor()) ?? (await this.#onServer()) ?? (await this.#local());
    return this.#offered && { label: this.#offered.label, cost: this.#offered.cost };
  }

  /** Chooses the model that was offered last, with what has to be asked first. @returns false when the user declined */
  async choose(): Promise<boolean> {
    const { id, baseUrl } = this.#offered ?? {};
    if (id === undefined) return false;
    requireTrust();
    if (baseUrl !== undefined) {
      if (!(await mayMove(this.#app, 'chat', baseUrl))) return false;
      await writeSetting('ariadne.openai.baseUrl', baseUrl);
    }
    return chooseModel(this.#app, 'chat', id);
  }

  #chosen(): Writer | undefined {
    const { models, baseUrl } = this.#app.settings();
    if (models.chat === builtinModels.chat) return undefined;
    return { id: models.chat, label: t('Ask {0}', modelText(models.chat, baseUrl)), cost: t('It is the model that you have chosen.') };
  }

  async #ofEditor(): Promise<Writer | undefined> {
    if (this.#app.settings().isOffline) return undefined;
    // A list that fails is as good as none here; choosing models says why.
    const listed = await this.#app.editorModels.list(listingMs).catch(() => []);
    const model = listed.find(({ isAllowed }) => isAllowed !== false);
    return (
      model && {
        id: model.id,
        label: t('Ask {0}', model.name),
        cost: t('VS Code offers it. It uses your plan and gets the question and the passages found.'),
      }
    );
  }

  /** Embedding models do not write, and models in the cloud are not on this computer. */
  async #onServer(): Promise<Writer | undefined> {
    const found = await Promise.all(
      discoverable.map(async ({ name, baseUrl }) => {
        const names = await namesOfModels(this.#app, baseUrl, findingMs).catch(() => []);
        return names.filter((one) => !/embed|rerank|bge-|-cloud$|:cloud$/i.test(one)).map((one) => ({ name: one, server: name, baseUrl }));
      }),
    );
    const [first] = found.flat();
    return (
      first && {
        id: `openai:${first.name}`,
        baseUrl: first.baseUrl,
        label: t('Ask {0}', first.name),
        cost: t('{0} runs it on this computer. Free; nothing is sent elsewhere.', first.server),
      }
    );
  }

  async #local(): Promise<Writer | undefined> {
    const { models = [], catalog = [] } = (await modelsOnMachine(this.#app)) ?? {};
    const here =
      models.find(({ role }) => role === 'chat')?.id ?? catalog.find(({ role, isInstalled }) => role === 'chat' && isInstalled)?.id;
    if (here !== undefined)
      return { id: here, label: t('Ask {0}', shortName(here)), cost: t('It is on this computer. Free, slow without a GPU.') };
    const offered = this.#app.settings().isOffline ? undefined : catalog.find(({ role }) => role === 'chat');
    if (!offered) return undefined;
    const name = `${shortName(offered.id)}${offered.megabytes === undefined ? '' : ` (${offered.megabytes} MB)`}`;
    return {
      id: offered.id,
      label: t('Download {0}', name),
      cost: t('It runs on this computer. Free; nothing is sent.'),
    };
  }
}
