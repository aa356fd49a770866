import {
  defaultSettings,
  gridOf,
  settingsFrom,
  withColumn,
  withColumnMoved,
  withFolded,
  withUnfolded,
  withWidth,
} from "./list.columns";
import { csvOf } from "../../../shared/kernel/text/csv";

describe("the columns of the list", () => {
  it("are the usual ones until others are chosen, and survive being stored", () => {
    expect(settingsFrom(null)).toEqual(defaultSettings);
    const chosen = withWidth(withColumn(defaultSettings, "spent", true), "due_date", 120);
    expect(settingsFrom(JSON.stringify(chosen))).toEqual(chosen);
    expect(gridOf(chosen)).toContain("120px");
  });

  it("drop what another version has stored, or nobody", () => {
    expect(settingsFrom("{")).toEqual(defaultSettings);
    expect(settingsFrom('{"columns":["title","mood",3],"widths":{"title":"wide","key":1},"collapsed":[]}')).toEqual({
      columns: ["title"],
      widths: { key: 56 },
      collapsed: {},
    });
    expect(settingsFrom('{"columns":["key"]}').columns).toEqual(defaultSettings.columns);
  });

  it("remember what is folded, by grouping", () => {
    const folded = withFolded(defaultSettings, "due", "later");
    expect(settingsFrom(JSON.stringify(folded)).collapsed).toEqual({ due: ["later"] });
    expect(withUnfolded(folded, "due", "later").collapsed).toEqual({ due: [] });
    expect(withUnfolded(folded, "status", "later")).toBe(folded);
  });

  it("come back where they usually stand, move, and never lose the title", () => {
    const without = withColumn(defaultSettings, "priority", false);
    expect(without.columns).not.toContain("priority");
    expect(withColumn(without, "priority", true)).toEqual(defaultSettings);
    expect(withColumn(defaultSettings, "title", false)).toBe(defaultSettings);
    expect(withColumnMoved(defaultSettings, "key", -1)).toBe(defaultSettings);
    expect(withColumnMoved(defaultSettings, "key", 1).columns.slice(0, 2)).toEqual(["title", "key"]);
  });
});

describe("the file for table programs", () => {
  it("quotes what needs it and begins with the mark of its encoding", () => {
    expect(
      csvOf([
        ["Key", "Title"],
        ["WEB-1", 'Say "hi", twice'],
        ["WEB-2", "a\nb"],
      ]),
    ).toBe('\ufeffKey,Title\r\nWEB-1,"Say ""hi"", twice"\r\nWEB-2,"a\nb"\r\n');
  });

  it("leaves no formula for them to run", () => {
    const lines = csvOf([["=HYPERLINK(1)", "+1", "-1", "@x", "\ty", -5, null]]);
    expect(lines).toBe("\ufeff'=HYPERLINK(1),'+1,'-1,'@x,\"'\ty\",-5,\r\n");
  });
});
