/**
 * Imported before anything that makes a schema. Zod would otherwise look at `navigator` to find out whether it may compile its parsers, and VS Code writes
 * an error with a stack into its log for every extension that does.
 */
import { config } from 'zod';

config({ jitless: true });
