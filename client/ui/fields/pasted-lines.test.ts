import { linesOf } from "./pasted-lines";

describe("pasted lines", () => {
  it("become titles, without empty ones", () => {
    expect(linesOf("Write copy\r\n\n  Fix login  \n")).toEqual(["Write copy", "Fix login"]);
  });

  it("lose the marks of a list and keep everything else", () => {
    expect(linesOf("- One\n* Two\n• Three\n1. Four\n12) Five\n- [ ] Six\n[x] Seven")).toEqual([
      "One",
      "Two",
      "Three",
      "Four",
      "Five",
      "Six",
      "Seven",
    ]);
    expect(linesOf("-5 degrees\n3.5 times\n2026 plan")).toEqual(["-5 degrees", "3.5 times", "2026 plan"]);
  });

  it("are at most two hundred at once", () => {
    expect(linesOf("line\n".repeat(500))).toHaveLength(200);
  });
});
