import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import keyed from '../../../package.json' with { type: 'json' };
import texts from '../../../package.nls.json' with { type: 'json' };
import { contributedSettings, withDeclared, withKeys, withTexts, type Manifest } from '../../../scripts/manifest.ts';
import { commands } from '../../../src/extension/contributions.ts';
import { settings as declared, type SettingId } from '../../../src/extension/declaredSettings.ts';
import { panelViewType, pdfViewType, tableViewType, viewIds } from '../../../src/extension/viewIds.ts';
import { pipelines } from '../../../src/pipelines/registry.ts';

const root = new URL('../../../', import.meta.url);
const manifest = withTexts(keyed, texts);
const text = JSON.stringify({ icon: manifest.icon, contributes: manifest.contributes });

test('package.json has what is declared in code', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(withDeclared<Manifest>(manifest))), manifest, 'Run: npm run generate');
  assert.deepEqual(withKeys<Manifest>(manifest), { manifest: keyed, texts }, 'Run: npm run generate');
});

test('every command and setting that menus, links and texts name is contributed', () => {
  const named = [...text.matchAll(/command(?:":"|:)(ariadne\.\w+)/g)].map((match) => match[1] ?? '');
  assert.deepEqual(
    named.filter((id) => !(id in commands)),
    [],
  );
  const mentioned = [...text.matchAll(/#(ariadne\.[\w.]+)#/g)].map((match) => match[1] ?? '');
  assert.deepEqual(
    mentioned.filter((id) => !(id in contributedSettings)),
    [],
  );
  assert.deepEqual(
    manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.toSorted(),
    Object.keys(contributedSettings).toSorted(),
  );
});

test('menus, keys and welcome texts name the views, the panel and the tables that the extension registers', () => {
  const views = Object.values(manifest.contributes.views).flat();
  assert.deepEqual(
    views.map(({ id }) => id),
    Object.values(viewIds),
  );
  const named = [...text.matchAll(/\b(?:view|focusedView) == (ariadne\.\w+)|"view":"(ariadne\.\w+)"/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  assert.deepEqual([...new Set(named)].toSorted(), Object.values(viewIds).toSorted());
  const panels = [...text.matchAll(/(?:activeWebviewPanelId [!=]=|webviewId ==) (ariadne\.\w+)/g)].map((match) => match[1]);
  assert.deepEqual([...new Set(panels)], [panelViewType]);
  assert.deepEqual(
    manifest.contributes.customEditors.map(({ viewType }) => viewType),
    [tableViewType, pdfViewType],
  );
});

test('the default that the editor shows of a setting is one that the extension reads', () => {
  for (const [id, { default: byDefault }] of Object.entries(contributedSettings)) {
    const { success } = declared[id as SettingId].safeParse(byDefault);
    assert.ok(byDefault !== undefined && success, id);
  }
});

test('the settings editor has a heading for each kind of setting, the research ones last, and every setting once', () => {
  const { configuration } = manifest.contributes;
  assert.deepEqual(
    configuration.map(({ title, order }) => `${order} ${title}`),
    ['1 Answers', '2 Citations', '3 Models', '4 Limits', '5 Index', '6 Network', '7 Agents', '8 Research'],
  );
  const ids = configuration.flatMap(({ properties }) => Object.keys(properties));
  assert.deepEqual(ids.toSorted(), Object.keys(contributedSettings).toSorted());
  assert.deepEqual(Object.keys(configuration.at(-1)?.properties ?? {}), ['ariadne.firstStage', 'ariadne.pipelineParameters']);
});

test('the palette lists few commands to somebody who has not asked yet, and not many more later', () => {
  const { commandPalette } = manifest.contributes.menus;
  const conditions = new Map(commandPalette.map(({ command, when }) => [command, when]));
  const listed = (isTrue: (when: string) => boolean): readonly string[] =>
    Object.keys(commands).filter((id) => isTrue(conditions.get(id) ?? 'true') && id !== 'ariadne.applyReview');
  const atFirst = ['ariadne.ask', 'ariadne.index', 'ariadne.choosePipeline', 'ariadne.chooseModels', 'ariadne.openTrace'];
  assert.deepEqual(
    listed((when) => when === 'true'),
    [...atFirst, 'ariadne.showLedger', 'ariadne.copyDiagnostics'],
  );
  const later = listed((when) => when === 'true' || /^ariadne\.has(Index|Runs)$/.test(when) || when.startsWith('editorIsOpen'));
  assert.ok(later.length <= 15, later.join(' '));
});

test('the pipeline is chosen from a list: every one there is, with what it does', () => {
  const setting: Record<string, unknown> = manifest.contributes.configuration[0]?.properties['ariadne.pipeline'] ?? {};
  assert.deepEqual(
    setting['enum'],
    pipelines.map(({ id }) => id),
  );
  const labels = setting['enumItemLabels'] as string[];
  assert.deepEqual([labels.length, labels.includes('Balanced (SUNAR-NAR)'), labels.includes('DRR-RAG')], [pipelines.length, true, true]);
  assert.deepEqual(
    setting['enumDescriptions'],
    pipelines.map(({ description }) => description),
  );
  assert.ok((setting['enum'] as unknown[]).includes(setting['default']));
});

test('every picture and page that is named exists', () => {
  const files = [...text.matchAll(/"(media\/[^"]+)"/g)].map((match) => match[1] ?? '');
  assert.ok(files.length > 5);
  assert.deepEqual(
    files.filter((file) => !existsSync(new URL(file, root))),
    [],
  );
});

test('the walkthrough shows a picture at every step, and completes none by a context that VS Code sets before it reads the walkthrough', () => {
  const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
  assert.deepEqual(
    steps.filter(({ media }) => !media.svg.endsWith('.svg') || media.altText === '').map(({ id }) => id),
    [],
  );
  const contexts = steps.flatMap(({ completionEvents }) => completionEvents.filter((event) => event.startsWith('onContext:')));
  assert.deepEqual(
    contexts.filter((event) => !event.startsWith('onContext:ariadne.')),
    [],
  );
  assert.match(steps[0]?.description ?? '', /PDF.*DOCX/);
  // A longer title is cut in a window of usual size.
  assert.deepEqual(
    steps.filter(({ title }) => title.length > 26).map(({ title }) => title),
    [],
  );
});

test('no state shows the same button in both views of the sidebar', () => {
  const buttons = manifest.contributes.viewsWelcome.flatMap(({ when, contents }) =>
    [...contents.matchAll(/\]\(command:([\w.]+)\)/g)].map((match) => `${when} ${match[1]}`),
  );
  assert.equal(new Set(buttons).size, buttons.length);
});
