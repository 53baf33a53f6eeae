import * as z from 'zod';
import { translated } from '../base/userLanguage.ts';

/** What the engine says to people: English in logs and replies, in the user's language where the editor and its pages receive it. */
export const sentence = z.string().overwrite(translated);
