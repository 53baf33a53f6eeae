/** The part of pdf.js that parses, which ships without types; handed to the other part, which would otherwise look for its file. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: object;
}
