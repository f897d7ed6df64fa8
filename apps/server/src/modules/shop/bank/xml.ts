/// <reference path="./sax.d.ts" />
import sax from "sax";

/** An XML element. Names have no prefix, because some banks write the same names with a prefix and others without. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Text directly in the element, without white space at its ends. */
  readonly text: string;
}

/** Maximum number of nested elements. A bank statement has about 15 levels. */
const maxDepth = 50;
const maxElements = 500_000;

class Unreadable extends Error {}
const refuse = (reason: string): never => {
  throw new Unreadable(reason);
};

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Open[];
  text: string;
}

/**
 * Parses an XML document. Returns undefined unless the document is well-formed and complete: the end tag of its root
 * must be there. Also returns undefined if the document has a document type, whose entities could make a small file
 * huge, or is nested too deeply. The time is linear in the length of the text.
 */
export function readXml(xml: string): XmlElement | undefined {
  const parser = sax.parser(true, { strictEntities: true, position: false });
  const path: Open[] = [];
  let root: Open | undefined;
  let count = 0;
  const addText = (text: string) => {
    const open = path.at(-1);
    if (open) open.text += text;
  };
  parser.onerror = (e) => refuse(e.message);
  parser.ondoctype = () => refuse("document type");
  parser.onsgmldeclaration = () => refuse("declaration");
  parser.onopentag = ({ name, attributes }) => {
    if (path.length >= maxDepth || ++count > maxElements) refuse("too deep or too many elements");
    const element: Open = { name: name.replace(/^.*:/, ""), attributes, children: [], text: "" };
    path.at(-1)?.children.push(element);
    root ??= element;
    path.push(element);
  };
  parser.onclosetag = () => {
    const closed = path.pop();
    if (closed) closed.text = closed.text.trim();
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  try {
    parser.write(xml).close();
  } catch (e) {
    if (e instanceof Unreadable) return undefined;
    throw e;
  }
  return root;
}
