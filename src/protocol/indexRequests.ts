/** The engine's requests about the index of its folder. */
import * as z from 'zod';
import { fileExplanation } from './fileExplanation.ts';
import { indexedFile } from './indexedFile.ts';
import { indexSummary } from './indexStatus.ts';
import { passage } from './passage.ts';
import { modelIds, pricedSpec } from './runSpec.ts';
import { sourceRequests } from './sources.ts';

/** Options that decide which files of the folder are documents. Globs are relative to the folder, `/`-separated. */
const discoveryOptions = z.object({
  /** Same as VS Code's `files.exclude`: matching files, and everything in matching folders, are not listed. */
  exclude: z.array(z.string()).readonly(),
  maxFileBytes: z.number().int().positive(),
});
export type DiscoveryOptions = Readonly<z.infer<typeof discoveryOptions>>;
export const defaultDiscovery: DiscoveryOptions = { exclude: [], maxFileBytes: 20 * 1024 * 1024 };

/** What the engine goes by when it indexes unasked. */
export const followedSettings = z.object({
  discovery: discoveryOptions,
  models: modelIds,
  /** Whether work that nobody asked for is allowed: the folder is on disk and trusted. */
  isAllowed: z.boolean(),
  /** Whether the user wants changed files to be indexed. */
  isWatching: z.boolean(),
  /** How the next question is answered, for the state's `costAhead`. */
  question: pricedSpec.optional(),
});
export type FollowedSettings = Readonly<z.infer<typeof followedSettings>>;

/** A longer list is slow to draw and useless to read. */
export const shownAtOnce = 500;

const shownFolder = z.object({
  /** A folder that contains nothing but a folder is left out: its path is in that of the other. */
  path: z.string(),
  /** Indexed documents below, at any depth. */
  documents: z.number().int(),
  /** Files below, at any depth, that are not indexed. */
  problems: z.number().int(),
});
export type ShownFolder = Readonly<z.infer<typeof shownFolder>>;

const shownPart = z.object({ from: z.number().int(), count: z.number().int(), first: z.string(), last: z.string() });
export type ShownPart = Readonly<z.infer<typeof shownPart>>;

export const indexRequests = {
  /** Reads again what other windows may have changed. */
  look: { params: z.object({}), result: z.object({}) },
  /**
   * Settings have changed, or files, also new and removed ones, and the records of tables. Paths are relative to the folder, `/`-separated.
   */
  changed: { params: z.object({ settings: followedSettings.optional(), paths: z.array(z.string()).optional() }), result: z.object({}) },
  /**
   * Brings the whole index up to date, or joins the pass in progress. Rejects a home folder or the root of a drive (`folder-refused`) and,
   * without `confirmed`, an unusually large folder (`folder-large`, whose message has the numbers).
   */
  index: { params: z.object({ confirmed: z.boolean().optional() }), result: indexSummary },
  /** Stops all work on the index and resolves when none is left, or the download of a model. What is stored is kept. */
  stop: { params: z.object({ download: z.string().optional() }), result: z.object({}) },
  /** Files known to the index, by path, in pages. */
  files: {
    params: z.object({ from: z.number().int().nonnegative(), count: z.number().int().positive() }),
    result: z.object({ total: z.number().int(), files: z.array(indexedFile) }),
  },
  /**
   * What is shown of a folder of the index: its folders, then its files, both by name. Without a folder, all files that are not indexed,
   * failed ones first. Of more than `shownAtOnce` of a kind there are `parts`, whose content is asked for with `from`.
   */
  shownFiles: {
    params: z.object({ folder: z.string().optional(), from: z.number().int().nonnegative().optional() }),
    result: z.object({ folders: z.array(shownFolder), files: z.array(indexedFile), parts: z.array(shownPart) }),
  },
  /** Explains in a sentence why a file is or is not in the index. `passages`: ids of those of its passages that are wanted. */
  explain: {
    params: z.object({ path: z.string(), passages: z.array(z.string()).optional() }),
    result: fileExplanation.extend({ passages: z.array(passage).optional() }),
  },
  /** The text that a document's passage ranges refer to, from the file as it is now. */
  sourceText: {
    params: z.object({ path: z.string() }),
    result: z.object({ text: z.string(), isExtracted: z.boolean(), encoding: z.string().optional(), documentHash: z.string() }),
  },
  ...sourceRequests,
} as const;
