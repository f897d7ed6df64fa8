import { describe, expect, it } from "vitest";
import { pastedLines } from "./paste-lines.ts";

describe("separators of pasted lines", () => {
  it("decides for each line", () => {
    expect(pastedLines("JS001\t40\nJS002, 5\nJS003；7\nJS004 8\n\nJS005｜9｜Hardware mold")).toEqual({
      text: "JS001\t40\nJS002\t5\nJS003\t7\nJS004\t8\n\nJS005\t9\tHardware mold",
    });
  });

  it("keeps separators within a cell of a line with tabs", () => {
    expect(pastedLines("Kit, large; blue\t1,000")).toEqual({ text: '"Kit, large; blue"\t"1,000"' });
  });

  it("reads thousands beside another separator, and a code before a comma", () => {
    expect(pastedLines("JS001 1,000\nJS001;1,000;Round\nJS001,100\n12,100")).toEqual({
      text: 'JS001\t"1,000"\nJS001\t"1,000"\tRound\nJS001\t100\n12\t100',
    });
  });

  it("leaves quoted cells with separators and line breaks together", () => {
    expect(pastedLines('"JS001; big",5\n"JS\n002"\t6\nJS003;7')).toEqual({
      text: '"JS001; big"\t5\n"JS\n002"\t6\nJS003\t7',
    });
    expect(pastedLines('5" pipe\t3\n6" pipe 4')).toEqual({ text: '5" pipe\t3\n6"\tpipe\t4' });
  });

  it("names the lines with several separators by their numbers in the text", () => {
    expect(pastedLines('"JS\n002"\t6\nJS001;10,5\nJS001 5\nA|1;2')).toEqual({
      unclear: [
        expect.objectContaining({ number: 3, text: "JS001;10,5" }),
        expect.objectContaining({ number: 5, text: "A|1;2" }),
      ],
    });
  });
});
