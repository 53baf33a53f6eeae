/**
 * Imported before any module that creates a schema. Otherwise Zod checks `navigator` to find out whether it may compile its parsers, and VS
 * Code logs an error with a stack for every extension that does so.
 */
import { config } from 'zod';

config({ jitless: true });
