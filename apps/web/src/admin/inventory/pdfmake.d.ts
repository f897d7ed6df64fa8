// As much of the browser build of pdfmake as we use; the package brings no types.
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
