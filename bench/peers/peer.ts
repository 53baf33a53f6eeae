/**
 * What a peer has to do to be measured beside Ariadne. It stores what it indexes, as Ariadne does. One that reads the files ignores
 * passages.
 */
export interface Peer {
  /** Into an empty folder. When it returns, a new process finds what was indexed. */
  index(passages: readonly PeerPassage[]): Promise<void>;
  /** Replaces the passages of one document. When it returns, a new process finds the new ones. */
  replace(rows: readonly number[], passages: readonly PeerPassage[]): Promise<void>;
  /** Paths of the documents of the best passages, best first. */
  search(query: string, k: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface PeerPassage {
  /** Never used twice. */
  readonly row: number;
  readonly path: string;
  /** With its title and headings. */
  readonly text: string;
}

export interface PeerFolders {
  readonly storage: string;
  /** The documents that the passages come from. */
  readonly documents: string;
  /** Of Ariadne: the folder with its sources and what is built of them. */
  readonly program: string;
}
