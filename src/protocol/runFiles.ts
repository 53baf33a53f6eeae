/** Names of what is kept of runs, for those who write it and those who look out for it. */

/** In the storage of a folder. */
export const runsFolder = 'runs';

/** Of the files that have what is noted of a run: its title, that it is pinned, and whether it still holds. */
export const noteSuffixes = { title: '.title', isPinned: '.pinned', standing: '.standing' } as const;
