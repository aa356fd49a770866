import { parsePastedLines } from "./pasted-lines";

describe("pasted lines", () => {
  it("pasted lines become titles, without empty ones", () => {
    expect(parsePastedLines("Write copy\r\n\n  Fix login  \n")).toEqual(["Write copy", "Fix login"]);
  });

  it("list markers are removed from pasted lines", () => {
    expect(parsePastedLines("- One\n* Two\n• Three\n1. Four\n12) Five\n- [ ] Six\n[x] Seven")).toEqual([
      "One",
      "Two",
      "Three",
      "Four",
      "Five",
      "Six",
      "Seven",
    ]);
    expect(parsePastedLines("-5 degrees\n3.5 times\n2026 plan")).toEqual(["-5 degrees", "3.5 times", "2026 plan"]);
  });

  it("at most two hundred lines are pasted", () => {
    expect(parsePastedLines("line\n".repeat(500))).toHaveLength(200);
  });
});
