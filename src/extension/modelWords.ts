/** What is said of the chosen models: who answers, where, and what leaves the machine. Does not use VS Code. */
import type { TestedModel } from '../protocol/engine.ts';
import type { Settings } from './settings.ts';

type Chosen = Pick<Settings, 'models' | 'baseUrl'>;

/** A model on a server is shown with the server's address, since prompts are sent there. */
export function modelText(id: string, baseUrl: string): string {
  if (id.startsWith('vscode:')) return `${id.slice('vscode:'.length)} in VS Code`;
  return id.startsWith('openai:') ? `${id.slice('openai:'.length)} at ${new URL(baseUrl).host}` : 'built-in';
}

/** One sentence for tooltips. */
export function answeredBy({ models, baseUrl }: Chosen): string {
  const reranked = models.reranker === 'builtin' ? '' : `, reranked by ${modelText(models.reranker, baseUrl)}`;
  const by = models.chat === 'builtin' ? 'the built-in models' : modelText(models.chat, baseUrl);
  return `Answered by ${by}${reranked}.`;
}

const roleNames: Readonly<Record<TestedModel['role'], string>> = { chat: 'Chat', planner: 'Planner', reranker: 'Reranker' };

/** What "Test these models" found, a paragraph per model. */
export function testedText(tested: readonly TestedModel[]): string {
  return tested
    .map(({ role, model, works, facts, seconds }) => {
      const name = `${roleNames[role]}: ${model.replace(/^\w+:/, '')}`;
      return works
        ? [`${name} works (${seconds.toFixed(1)} s)`, ...facts.map((fact) => `· ${fact}`)].join('\n')
        : `${name} does not work. ${facts.join(' ')}`;
    })
    .join('\n\n');
}
