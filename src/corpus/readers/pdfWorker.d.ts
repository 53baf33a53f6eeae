/** The parsing half of pdf.js, which ships without types. It is passed to the other half, which would otherwise look for its file. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: { initializeFromPort(port: object): void };
}
