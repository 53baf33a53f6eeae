/**
 * Declares each setting once: its entry in package.json and its type in the extension. The schema defines its type and range; an invalid
 * value counts as the default. Does not use VS Code.
 */
import type { NamedRole } from '../protocol/modelLibrary.ts';
import * as z from 'zod';
import { agentCallLimits } from '../protocol/agentRequests.ts';
import { askAboveCalls } from '../protocol/callsAhead.ts';
import { defaultFirstStage, firstStageMethod, type FirstStageMethod } from '../protocol/runSpec.ts';
import { knowledge, type Knowledge } from '../protocol/knowledge.ts';
import { answerForm, type AnswerWanted } from '../protocol/writtenAnswer.ts';
import { formWords } from './answerForms.ts';
import { budgetSetting } from './budgetSetting.ts';
import { pricesSetting } from './modelPrices.ts';

interface Presentation {
  readonly scope: 'resource' | 'machine-overridable' | 'machine';
  readonly markdownDescription: string;
  readonly patternErrorMessage?: string;
  /** Of an enumeration, in the order of its values. */
  readonly enumDescriptions?: readonly string[];
  readonly tags?: readonly ['usesOnlineServices'];
}

const firstStages: Readonly<Record<FirstStageMethod, string>> = {
  bm25: 'Passages that contain the words of the question.',
  dense: 'Passages with a similar meaning.',
  hybrid: 'Words and meaning together.',
  linked:
    'Words and meaning together, then what the best passages lead to: documents that they mention, and the rest of the question about what they name.',
};

/** What readers of documents choose from; `as-published` is for comparing methods. */
const knowledgeChoices = knowledge.exclude(['as-published']);
const knowledgeWords: Readonly<Record<Exclude<Knowledge, 'as-published'>, string>> = {
  evidence: 'What your documents say and what plainly follows from it. Where they do not give the answer, there is none.',
  'evidence-then-memory':
    'Where your documents do not give the answer, also what the chat model knows. Such an answer is marked as from memory and cites nothing.',
};

/** The forms of ids by provider, with what they mean in the description of a setting. */
const modelForms = {
  hf: {
    pattern: String.raw`hf:[\w.-]+\/[\w.-]+(@[\w.\/-]+)?(#\w+){0,2}`,
    about: '`hf:ORG/NAME` is downloaded from `#ariadne.hub.baseUrl#` after you agree, and runs on this computer.',
  },
  folder: { pattern: 'folder:.+', about: '`folder:PATH` runs from a folder.' },
  openai: { pattern: 'openai:.+', about: '`openai:MODEL` is at `#ariadne.openai.baseUrl#`.' },
  vscode: {
    pattern: String.raw`vscode:[^\/\s]+\/\S.*`,
    about: '`vscode:VENDOR/FAMILY` is a language model of VS Code, such as those of Copilot.',
  },
} as const;

const answers = {
  'ariadne.pipeline': setting(z.string().min(1).default('sunar-nar'), {
    scope: 'resource',
    markdownDescription: 'The method that answers questions. [Choose by what it costs](command:ariadne.choosePipeline).',
  }),
  'ariadne.answer.form': setting(answerForm.default('auto'), {
    scope: 'resource',
    enumDescriptions: answerForm.options.map((choice) => formWords[choice]),
    markdownDescription:
      'How the answers to new questions are written. Forms longer than `short` are written from the evidence, sentence by sentence with citations, and checked against them.',
  }),
  'ariadne.answer.strict': setting(z.boolean().default(false), {
    scope: 'resource',
    markdownDescription:
      'Leave out sentences of a written answer that your documents do not support, instead of marking them. The panel says how many were left out.',
  }),
  'ariadne.knowledge': setting(knowledgeChoices.default('evidence'), {
    scope: 'resource',
    enumDescriptions: knowledgeChoices.options.map((choice) => knowledgeWords[choice]),
    markdownDescription:
      'What the answer to a new question may rest on, with every method that reads documents. `knowledge` in `#ariadne.pipelineParameters#` takes precedence.',
  }),
} as const;

const checkLevels = {
  off: 'Nothing is checked while you write.',
  citations: 'Whether cited sources are there and as they were, and whether quotes are word for word.',
  'citations-and-claims': 'Also whether the source says what the sentence says.',
  'citations-claims-and-gaps': 'Also sentences without a citation that a document of the folder supports. Only English sentences.',
} as const;
const checkLevel = z.enum(Object.keys(checkLevels) as [keyof typeof checkLevels, ...(keyof typeof checkLevels)[]]);

const citations = {
  'ariadne.check': setting(checkLevel.default('citations-and-claims'), {
    scope: 'resource',
    enumDescriptions: Object.values(checkLevels),
    markdownDescription:
      'What is checked of the citations in open documents while you write, in a trusted folder that has an index. Findings are among the problems, and in the *Sources* view.',
  }),
} as const;

const models = {
  'ariadne.chat.model': modelSetting(
    ['hf', 'folder', 'openai', 'vscode'],
    'The language model that splits questions, reads passages and writes answers. `openai:MODEL` and `vscode:VENDOR/FAMILY` get the prompts of each question, including passages from your documents.',
  ),
  'ariadne.planner.model': modelSetting(
    ['hf', 'folder', 'openai', 'vscode'],
    'A second language model, which only splits questions. With `builtin`, the chat model does this, too.',
  ),
  'ariadne.reader.model': modelSetting(
    ['hf', 'folder'],
    'The model that quotes answers from passages, word for word, while no chat model is chosen.',
  ),
  'ariadne.embedder.model': modelSetting(
    ['hf', 'folder', 'openai'],
    'The search model: it finds passages by meaning. Another model has to process all passages first; until then, search uses the current one. `openai:MODEL` gets the text of all passages.',
  ),
  'ariadne.reranker.model': modelSetting(
    ['hf', 'folder', 'openai'],
    'The ranking model: it puts the passages found in order, with methods that rank them again. `openai:MODEL` gets each question with the found passages, at `/rerank` of the server (vLLM, llama.cpp, Cohere, Jina …).',
  ),
  'ariadne.entailment.model': modelSetting(
    ['hf', 'folder'],
    'The comparison model: it judges whether two answers say the same, with methods that ask several times, and whether documents say what they are cited for.',
  ),
} as const;

const limits = {
  'ariadne.budget': setting(budgetSetting.prefault({}), {
    scope: 'resource',
    markdownDescription:
      'The most a question may spend, for example `{ "llmCalls": 40, "tokens": 50000 }`. When a limit is reached, one last call answers from what has been found, and the answer says so.',
  }),
  'ariadne.confirmAboveCalls': setting(z.int().nonnegative().default(askAboveCalls), {
    scope: 'resource',
    markdownDescription:
      'Ask for confirmation before a question that is likely to take more language model calls than this. The estimate is the usual number for this method and model, or the maximum if you have not asked with them before. `#ariadne.budget#` limits what a question may spend.',
  }),
  'ariadne.prices': setting(pricesSetting.default({}), {
    scope: 'machine-overridable',
    markdownDescription:
      'What chat models cost, in US dollars per million tokens, by model id: for example `{ "openai:gpt-4.1-mini": { "input": 0.4, "output": 1.6 } }`. The panel then shows what a question costs. Models without an entry show no cost, and models that run on this computer cost nothing.',
  }),
} as const;

const index = {
  'ariadne.watch': setting(z.boolean().default(true), {
    scope: 'resource',
    markdownDescription:
      'Index files automatically when they are saved, created, moved or deleted, including changes made while no window was open. Changes under `#files.watcherExclude#` are not detected. Applies only to trusted folders that have an index.',
  }),
  'ariadne.exclude': setting(z.array(z.string()).default([]), {
    scope: 'resource',
    markdownDescription:
      'Glob patterns, relative to the folder, of files to leave out of the index, in addition to `.gitignore`, `#files.exclude#` and `#search.exclude#`.',
  }),
  'ariadne.maxFileSizeMB': setting(z.number().min(0.1).max(500).default(20), {
    scope: 'resource',
    markdownDescription: 'Larger files are not indexed. The Index view lists them.',
  }),
  'ariadne.storage': setting(
    z
      .string()
      .regex(/^$|^[a-z][a-z0-9+.-]*:\/\/.+|^\/.+|^[A-Za-z]:[\\/].+/)
      .default(''),
    {
      scope: 'machine-overridable',
      patternErrorMessage: 'An absolute path, or an address such as s3://bucket/folder.',
      tags: ['usesOnlineServices'],
      markdownDescription:
        'Where to store the index: an absolute path, or an address that LanceDB supports (`s3://…`, `gs://…`, `az://…`, `db://…`). When empty, the index is in the editor’s own storage on this machine. Each folder needs a different location, so set this in the workspace settings. With an address, the text of your documents leaves this machine, and the network ledger does not record it.',
    },
  ),
} as const;

const network = {
  'ariadne.offline': setting(z.boolean().default(false), {
    scope: 'machine-overridable',
    tags: ['usesOnlineServices'],
    markdownDescription:
      'Contact only servers on this machine: no other servers, no downloads, no language models of VS Code, and no index at an address. A workspace can turn this on, but not off.',
  }),
  'ariadne.openai.baseUrl': setting(z.url().default('https://api.openai.com/v1'), {
    scope: 'machine-overridable',
    tags: ['usesOnlineServices'],
    markdownDescription:
      'The address of an OpenAI-compatible server (OpenAI, Ollama, LM Studio, vLLM, llama.cpp …). Azure’s `https://RESOURCE.openai.azure.com/openai/v1` works as it is; an older deployment needs its path and version, `…/openai/deployments/NAME?api-version=…`. Used only when a model’s id begins with `openai:`. Ariadne connects to no other address. The key is kept in the system’s secret store, not here.',
  }),
  'ariadne.openai.headers': setting(
    z
      .record(z.string().regex(/^(?!(?:proxy-)?authorization$|cookie$|(?:x-)?api-key$)[\w-]+$/i), z.string().regex(/^[\x20-\x7e]*$/))
      .default({}),
    {
      scope: 'machine-overridable',
      patternErrorMessage:
        'Names and values of headers. A key does not belong here: "Ariadne: Choose Models…" keeps it in the secret store.',
      tags: ['usesOnlineServices'],
      markdownDescription:
        'Headers for every request to `#ariadne.openai.baseUrl#`, for example `{ "OpenAI-Organization": "org-…" }`. A key does not belong here: [Choose Models](command:ariadne.chooseModels) keeps it in the secret store.',
    },
  ),
  'ariadne.openai.timeouts': setting(
    z.object({ firstToken: z.number().min(1).max(86_400).optional(), total: z.number().min(1).max(86_400).optional() }).default({}),
    {
      scope: 'machine-overridable',
      markdownDescription:
        'How many seconds a model server or a language model of VS Code may take: `total` for one request, 60 unless you set it (180 for VS Code), and `firstToken` until an answer that appears as it is written begins, connecting included (90 for VS Code unless you set it). For example `{ "firstToken": 30, "total": 300 }` for a slow model on this computer.',
    },
  ),
  'ariadne.hub.baseUrl': setting(z.url({ protocol: /^https?$/ }).default('https://huggingface.co'), {
    scope: 'machine',
    tags: ['usesOnlineServices'],
    markdownDescription:
      'The site that models are downloaded from: Hugging Face, or a mirror of it. Used only when you agree to a download. A workspace cannot set it.',
  }),
} as const;

const agents = {
  'ariadne.agents.context': setting(z.string().max(300).default(''), {
    scope: 'resource',
    markdownDescription:
      'One line about this folder that agents get with what they find in it, for example `Reports of our wind farms since 2019; drafts are not reliable`.',
  }),
  'ariadne.agents.limits': setting(agentCallLimits.prefault({}), {
    scope: 'resource',
    markdownDescription:
      'How often agents may call the chat model: in one session of Ariadne, and on one day (UTC), also after a restart. Other tools than `ariadne_ask` need no call.',
  }),
  'ariadne.agents.mcpServers': setting(z.boolean().default(false), {
    scope: 'resource',
    markdownDescription:
      'Offer the tools of each folder as an MCP server, too, for agents in VS Code that do not get the tools of extensions. Agents that get both see each tool twice.',
  }),
} as const;

/** For comparing methods. */
const research = {
  'ariadne.firstStage': setting(firstStageMethod.default(defaultFirstStage), {
    scope: 'resource',
    enumDescriptions: firstStageMethod.options.map((method) => firstStages[method]),
    markdownDescription:
      'How a new question is searched for. Methods that rank passages again or follow related ones start from these results. The default answered the most questions in our measurements.',
  }),
  'ariadne.pipelineParameters': setting(z.record(z.string(), z.record(z.string(), z.unknown())).default({}), {
    scope: 'resource',
    markdownDescription:
      'Parameters of methods that differ from their papers’ defaults, by the id of the method, for example `{ "sunar-nar": { "c": 50 } }`. Unknown or out-of-range parameters are rejected.',
  }),
} as const;

/** By heading, in the order of the settings editor. */
export const settingGroups = {
  Answers: answers,
  Citations: citations,
  Models: models,
  Limits: limits,
  Index: index,
  Network: network,
  Agents: agents,
  Research: research,
} as const;

export const settings = { ...answers, ...citations, ...models, ...limits, ...index, ...network, ...agents, ...research } as const;
export type SettingId = keyof typeof settings;
export type SettingValue<I extends SettingId> = z.output<(typeof settings)[I]>;

export const answerFormSetting = 'ariadne.answer.form' satisfies SettingId;

type AnswerSetting = typeof answerFormSetting | 'ariadne.answer.strict';

export function answerChosen(read: <I extends AnswerSetting>(id: I) => SettingValue<I>): AnswerWanted {
  return { form: read(answerFormSetting), ...(read('ariadne.answer.strict') ? { strict: true } : {}) };
}

/** The setting that names the model of each role. */
export const modelSettings = {
  chat: 'ariadne.chat.model',
  planner: 'ariadne.planner.model',
  reader: 'ariadne.reader.model',
  embedder: 'ariadne.embedder.model',
  reranker: 'ariadne.reranker.model',
  entailment: 'ariadne.entailment.model',
} as const satisfies Record<NamedRole, SettingId>;

/** What a setting is taken for. @param complain called with a sentence when the value is invalid, and the default applies */
export function settingValue<I extends SettingId>(id: I, value: unknown, complain: (problem: string) => void): SettingValue<I> {
  const schema: z.ZodType = settings[id];
  const { success, data, error } = schema.safeParse(value);
  if (!success) complain(`"${id}" has an invalid value; using the default. ${z.prettifyError(error)}`);
  return (success ? data : schema.parse(undefined)) as SettingValue<I>;
}

function modelSetting(providers: readonly (keyof typeof modelForms)[], about: string): z.ZodDefault<z.ZodString> {
  const forms = providers.map((provider) => modelForms[provider]);
  const pattern = new RegExp(`^(builtin|${forms.map((one) => one.pattern).join('|')})$`);
  const isOnline = providers.includes('openai');
  return setting(z.string().regex(pattern).default('builtin'), {
    scope: 'machine-overridable',
    patternErrorMessage: `"builtin" or an id that begins with ${providers.map((provider) => `"${provider}:"`).join(', ')}.`,
    ...(isOnline ? { tags: ['usesOnlineServices'] } : {}),
    markdownDescription: `${about} \`builtin\` needs no network. ${forms.map(({ about: how }) => how).join(' ')} [Choose step by step](command:ariadne.chooseModels).`,
  });
}

function setting<S extends z.ZodType>(schema: S, presentation: Presentation): S {
  return schema.meta({ ...presentation });
}
