/** pdf.js for old browsers. Its viewer expects its core to be global, which the core sees to when it is loaded first. */
export {
  AnnotationMode,
  GlobalWorkerOptions,
  PDFDataRangeTransport,
  PasswordResponses,
  OPS,
  getDocument,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
export type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
export { EventBus, FindState, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/legacy/web/pdf_viewer.mjs';
