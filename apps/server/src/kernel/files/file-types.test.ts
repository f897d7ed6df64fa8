import { describe, expect, it } from "vitest";
import { fileTypes, headBytes, isText, safeName, typeOf } from "./file-types.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");

/** Returns the first bytes of a zip archive whose first entry has this name. */
function archive(entry: string): Buffer {
  const head = Buffer.alloc(30 + entry.length + 10);
  hex("504b0304").copy(head);
  head.writeUInt16LE(entry.length, 26);
  head.write(entry, 30, "latin1");
  return head;
}

const samples: Readonly<Record<string, Buffer>> = {
  png: hex("89504e470d0a1a0a 00"),
  jpg: hex("ffd8ffe0"),
  gif: Buffer.from("GIF89a…"),
  webp: Buffer.from("RIFF0000WEBPVP8 "),
  pdf: Buffer.from("%PDF-1.7"),
  zip: hex("504b0304 00"),
  xlsx: archive("xl/workbook.xml"),
  docx: archive("word/document.xml"),
  xls: hex("d0cf11e0a1b11ae1 00"),
  csv: Buffer.from("a,b\r\n模具,1\t\x1b[0m"),
  txt: Buffer.from("plain"),
};

describe("types of files", () => {
  it.each(Object.keys(samples))("recognizes .%s by name and content together", (extension) => {
    const content = samples[extension] ?? Buffer.alloc(0);
    const found = typeOf(content, `a.b.${extension.toUpperCase()}`);
    expect(found?.extensions).toContain(extension);
    for (const t of fileTypes.filter((other) => other !== found)) {
      // A text file may be named .csv or .txt, and an office document is also a valid .zip.
      const fits = t.mediaType.startsWith("text/")
        ? isText(content)
        : t.extensions[0] === "zip" && ["xlsx", "docx"].includes(extension);
      expect(typeOf(content, `a.${t.extensions[0]}`)).toBe(fits ? t : undefined);
    }
  });

  it("accepts other extensions of a type", () => {
    expect(typeOf(hex("ffd8ff00"), "a.jpeg")?.mediaType).toBe("image/jpeg");
    expect(typeOf(Buffer.from("GIF87a"), "a.gif")?.mediaType).toBe("image/gif");
    expect(typeOf(hex("504b0506 00"), "empty.zip")?.mediaType).toBe("application/zip");
    for (const entry of ["[Content_Types].xml", "_rels/.rels", "docProps/app.xml"]) {
      expect(typeOf(archive(entry), "a.xlsx")?.extensions).toEqual(["xlsx"]);
      expect(typeOf(archive(entry), "a.docx")?.extensions).toEqual(["docx"]);
    }
  });

  it.each([
    ["a page of HTML as a picture", Buffer.from("<!doctype html>"), "photo.png"],
    ["a program", Buffer.from("MZ"), "setup.exe"],
    ["a text without an extension", Buffer.from("x"), "README"],
    ["an extension in the middle", Buffer.from("x"), "a.txt.exe"],
    ["an extension alone", Buffer.from("x"), "txt"],
    ["an archive of something else as a sheet", archive("evil.bin"), "a.xlsx"],
    ["an archive cut short", hex("504b0304"), "a.xlsx"],
    ["an archive cut short at its name", archive("xl/workbook.xml").subarray(0, 29), "a.xlsx"],
    ["another signature with a sheet's entry", archive("xl/").fill(0, 0, 4), "a.xlsx"],
    ["a RIFF that is no picture", Buffer.from("RIFF0000WAVE"), "a.webp"],
    ["a WEBP that is no RIFF", Buffer.from("XXXX0000WEBP"), "a.webp"],
    ["a sheet as a document", archive("xl/workbook.xml"), "a.docx"],
    ["a document as a sheet", archive("word/document.xml"), "a.xlsx"],
    ["an empty picture", Buffer.alloc(0), "a.png"],
  ])("refuses %s", (_, content, name) => {
    expect(typeOf(content, name)).toBeUndefined();
  });

  it("shows harmless types inline and downloads the others", () => {
    const inline = fileTypes.filter((t) => t.inline).flatMap((t) => t.extensions);
    expect(inline.sort()).toEqual(["gif", "jpeg", "jpg", "pdf", "png", "webp"]);
    expect(new Set(fileTypes.map((t) => t.mediaType)).size).toBe(fileTypes.length);
    expect(
      fileTypes.every((t) => /^(image|text|application)\/[\w.-]+(; charset=utf-8)?$/.test(t.mediaType)),
    ).toBe(true);
    expect(headBytes).toBeGreaterThanOrEqual(64);
  });

  it("treats control characters as binary data", () => {
    const isFine = (b: number) => isText(Buffer.from([65, b, 66]));
    const fine = Array.from({ length: 256 }, (_, b) => b).filter(isFine);
    expect(fine.filter((b) => b < 32)).toEqual([9, 10, 11, 12, 13, 27]);
    expect(fine).not.toContain(127);
    expect(fine.filter((b) => b >= 32)).toHaveLength(256 - 32 - 1);
    expect(isText(Buffer.alloc(0))).toBe(true);
  });
});

describe("names of files", () => {
  it.each([
    ["模具 1.pdf", "模具 1.pdf"],
    ["../../etc/passwd", "passwd"],
    ["C:\\temp\\a.txt", "a.txt"],
    ['a<b>c:d"e|f?g*h.txt', "a_b_c_d_e_f_g_h.txt"],
    ["  a\u0000\u001f\u007f.txt ", "a___.txt"],
    ["evil\u202etxt.exe", "evil_txt.exe"],
    ["a\u2066b\u2069.txt", "a_b_.txt"],
    ["", ""],
    ["dir/", ""],
  ])("converts %j to the name %j", (given, safe) => {
    expect(safeName(given)).toBe(safe);
  });

  it("shortens a long name and keeps its extension", () => {
    expect(safeName(`${"a".repeat(196)}.txt`)).toBe(`${"a".repeat(196)}.txt`);
    expect(safeName(`${"a".repeat(197)}.txt`)).toBe(`${"a".repeat(196)}.txt`);
    expect(safeName("b".repeat(201))).toBe("b".repeat(200));
    expect(safeName(`${"a".repeat(300)}.jpeg`)).toHaveLength(200);
    expect(safeName(`.${"b".repeat(300)}`).length).toBeGreaterThan(0);
  });
});
