// Types of the part of sax that xml.ts uses. The package does not contain types.
declare module "sax" {
  interface Tag {
    readonly name: string;
    readonly attributes: Record<string, string>;
  }
  interface Parser {
    onerror: (e: Error) => void;
    ondoctype: (text: string) => void;
    onsgmldeclaration: (text: string) => void;
    onopentag: (tag: Tag) => void;
    onclosetag: (name: string) => void;
    ontext: (text: string) => void;
    oncdata: (text: string) => void;
    write(text: string): Parser;
    close(): Parser;
  }
  const sax: {
    parser(
      strict: boolean,
      options: { readonly strictEntities: boolean; readonly position: boolean },
    ): Parser;
  };
  export default sax;
}
