// Types of the part of pdfmake's browser build that we use. The package does not contain types.
declare module "pdfmake/build/pdfmake.js" {
  interface Made {
    getBuffer(): Promise<Uint8Array>;
  }
  const pdfMake: {
    addFonts(fonts: Readonly<Record<string, Readonly<Record<string, string>>>>): void;
    createPdf(document: object): Made;
  };
  export default pdfMake;
}
