/** The parts of the documentation that are written by code, by name. A page has them between `<!-- generated: NAME -->` and its end. */
import { cliCommands } from '../../src/cli/commands.ts';
import { budgetOptions, engineOptions } from '../../src/cli/askOptions.ts';
import type { CommandOptions } from '../../src/cli/effects.ts';
import { loadCommands, optionForm } from '../../src/cli/program.ts';
import type { Command } from '../../src/cli/terminal.ts';
import { labCommands } from '../../lab/commands/commands.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { commands } from '../../src/extension/contributions.ts';
import { settingGroups } from '../../src/extension/declaredSettings.ts';
import { pipelines } from '../../src/pipelines/registry.ts';
import { methodName } from '../../src/protocol/methodNames.ts';
import { unconfirmedSentences } from '../../src/protocol/unconfirmed.ts';
import { contributedSettings } from '../manifest.ts';
import { errorMessages, hole } from './errorMessages.ts';
import { measuredSpeed } from './measuredSpeed.ts';

const forUsers = await loadCommands(cliCommands);
const forLaboratory = await loadCommands(labCommands);

const blocks: Readonly<Record<string, () => string>> = {
  methods,
  unconfirmed,
  errors,
  settings: settingsByGroup,
  palette,
  keys,
  speed,
  commands: ofTerminal,
  laboratory: ofLaboratory,
};

/** @throws Error where a block is unknown */
export function withBlocks(page: string): string {
  return page.replace(/(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- \/generated -->)/g, (_, begin: string, name: string, end: string) => {
    const block = blocks[name];
    if (!block) throw new Error(`There is no generated block "${name}".`);
    return `${begin}\n${block()}\n\n${end}`;
  });
}

function speed(): string {
  const { rows, machines } = measuredSpeed();
  if (rows.length === 0) return '<!-- No bench was saved that had the machine for itself. -->';
  return `${table(['', 'measured', 'on'], rows)}\n\nMeasured on ${machines.join('; ')}.`;
}

function methods(): string {
  const rows = pipelines.map((pipeline) => {
    const { id, title, description, paper, parameters } = pipeline;
    const { llmCalls, retrievals } = pipeline.bound(parameters.parse({}));
    const name = methodName(id, pipelines);
    return [
      `**${name}**${name === title ? '' : ` (${title})`}<br>\`${id}\``,
      description,
      `${llmCalls.toLocaleString('en')} ${llmCalls === 1 ? 'call' : 'calls'}, ${retrievals.toLocaleString('en')} ${retrievals === 1 ? 'search' : 'searches'}`,
      paper,
    ];
  });
  return cards(table(['method', 'what it does', 'costs at most', 'published in'], rows));
}

function unconfirmed(): string {
  return Object.values(unconfirmedSentences)
    .map((sentence) => `- ${sentence}`)
    .join('\n');
}

function errors(): string {
  return errorMessages()
    .map(({ title, codes }) => {
      const rows = codes.map(({ code, messages }) => [
        `\`${code}\``,
        messages.map((message) => `${messages.length > 1 ? '• ' : ''}${shown(message)}`).join('<br>'),
      ]);
      return `## ${title}\n\n${cards(table(['code', 'message'], rows))}`;
    })
    .join('\n\n');
}

function shown(message: string): string {
  return literal(message).replaceAll(hole.begin, '<i>').replaceAll(hole.end, '</i>');
}

interface Setting {
  readonly markdownDescription?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly enumDescriptions?: readonly string[];
}

function settingsByGroup(): string {
  return Object.entries(settingGroups)
    .map(([title, group]) => {
      const rows = Object.keys(group).map((id) => {
        const {
          markdownDescription = '',
          default: byDefault,
          enum: values = [],
          enumDescriptions = [],
        }: Setting = contributedSettings[id] ?? {};
        const choices = enumDescriptions.map((words, i) => `<br>\`${String(values[i])}\`: ${words}`);
        return [`\`${id}\``, `${forReading(markdownDescription)}${choices.join('')}`, `\`${JSON.stringify(byDefault)}\``];
      });
      return `## ${title}\n\n${cards(table(['setting', 'means', 'default'], rows))}`;
    })
    .join('\n\n');
}

/** Links that only VS Code follows are words. */
function forReading(description: string): string {
  return description.replace(/`#([\w.]+)#`/g, '`$1`').replace(/\[([^\]]+)\]\(command:[\w.]+\)/g, '$1');
}

function palette(): string {
  const listed = Object.entries(commands).flatMap(([id, command]) =>
    'palette' in command && command.palette === false ? [] : [[`**Ariadne: ${command.title}**`, `\`${id}\``]],
  );
  return table(['command', 'id'], listed);
}

function keys(): string {
  const rows = packageJson.contributes.keybindings.map(({ key, command, ...rest }) => [
    [key, ...('mac' in rest ? [`${rest.mac} (macOS)`] : [])].map((name) => `\`${name}\``).join(', '),
    commands[command as keyof typeof commands].title.replace('…', ''),
  ]);
  return table(['key', 'does'], [...new Map(rows.map((row) => [row.join(), row])).values()]);
}

/** Options that many commands have, by the heading of their table. */
const sharedOptions: Readonly<Record<string, CommandOptions>> = { 'Models and servers': engineOptions, Limits: budgetOptions };

function ofTerminal(): string {
  return [
    ...commandsOf(forUsers),
    ...Object.entries(sharedOptions).map(([title, options]) => `### ${title}\n\n${optionTable(options)}`),
  ].join('\n\n');
}

function ofLaboratory(): string {
  return commandsOf(forLaboratory).join('\n\n');
}

function commandsOf(commandsByName: Readonly<Record<string, Command>>): readonly string[] {
  return Object.entries(commandsByName).map(([name, { usage, help, options }]) => {
    const shared = Object.entries(sharedOptions).filter(([, group]) =>
      Object.keys(group).every((option) => options[option]?.means === group[option]?.means),
    );
    const own = Object.fromEntries(Object.entries(options).filter(([option]) => !shared.some(([, group]) => option in group)));
    const places = shared.map(([title]) => `[${title.toLowerCase()}](command-line.md#${title.toLowerCase().replaceAll(' ', '-')})`);
    return [
      `### ariadne ${name}`,
      help.split('\n').map(literal).join('\n\n'),
      `\`\`\`\n${usage.join('\n')}\n\`\`\``,
      ...(Object.keys(own).length === 0 ? [] : [optionTable(own)]),
      ...(places.length === 0
        ? []
        : [`${Object.keys(own).length === 0 ? 'It takes' : 'It also takes'} the options of ${places.join(' and ')}.`]),
    ].join('\n\n');
  });
}

function optionTable(options: CommandOptions): string {
  return cards(
    table(
      ['option', 'means'],
      Object.entries(options).map(([option, facts]) => [code(optionForm(option, facts)), literal(sentence(facts.means))]),
    ),
  );
}

/** In a table, where a bar ends a cell. */
function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function sentence(words: string): string {
  return /^[a-z]/.test(words) ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : `${words}.`;
}

/** Text in which `<folder>`, `*` and `|` are only characters. */
function literal(text: string): string {
  return text.replace(/[<>*_[\]{}|\\`]/g, (mark) => (mark === '<' ? '&lt;' : mark === '>' ? '&gt;' : `\\${mark}`));
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(heads),
    `|${heads.map(() => '---').join('|')}|`,
    ...rows.map((row) => line(row.map((cell) => cell.replace(/\n/g, ' ')))),
  ].join('\n');
}

/** A table whose rows are cards on a narrow screen. */
function cards(rows: string): string {
  return `<div class="cards">\n\n${rows}\n\n</div>`;
}
