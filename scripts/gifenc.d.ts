declare module 'gifenc' {
  interface FrameOptions {
    /** Colors as `[red, green, blue]`; of the first frame, those of all. */
    readonly palette?: readonly (readonly number[])[];
    readonly delay?: number;
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** 1 keeps the frame before below this one. */
    readonly dispose?: number;
  }
  interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  const gifenc: { GIFEncoder(): Encoder };
  export = gifenc;
}
