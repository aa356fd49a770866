import {
  columnWidth,
  csvColumns,
  defaultSettings,
  gridTemplateOf,
  minTableWidth,
  parseColumns,
  parseListSettings,
  withColumn,
  withColumnMoved,
  withCollapsedGroup,
  withExpandedGroup,
  withColumnWidth,
} from "./list.columns";
import { serializeCsv } from "../../../../shared/kernel/text/csv";

describe("columns of the list", () => {
  it("the default columns fit beside the rail at 1100 px in German", () => {
    const selection = 52;
    expect(minTableWidth(defaultSettings) + selection).toBeLessThanOrEqual(1_002);
    for (const [column, widest] of [
      ["estimate", 112],
      ["spent", 112],
      ["subtasks", 104],
    ] as const)
      expect(columnWidth(defaultSettings, column)).toBeGreaterThanOrEqual(widest);
  });

  it("columns have defaults, and stored settings are restored unchanged", () => {
    expect(parseListSettings(null)).toEqual(defaultSettings);
    const chosen = withColumnWidth(withColumn(defaultSettings, "spent", true), "due_date", 120);
    expect(parseListSettings(JSON.stringify(chosen))).toEqual(chosen);
    expect(gridTemplateOf(chosen)).toContain("120px");
  });

  it("unknown or invalid stored settings are dropped", () => {
    expect(parseListSettings("{")).toEqual(defaultSettings);
    expect(
      parseListSettings('{"columns":["title","mood",3],"widths":{"title":"wide","key":1},"collapsed":[]}'),
    ).toEqual({
      columns: ["title"],
      widths: { key: 56 },
      collapsed: {},
    });
    expect(parseListSettings('{"columns":["key"]}').columns).toEqual(defaultSettings.columns);
  });

  it("collapsed groups are remembered per grouping", () => {
    const folded = withCollapsedGroup(defaultSettings, "due", "later");
    expect(parseListSettings(JSON.stringify(folded)).collapsed).toEqual({ due: ["later"] });
    expect(withExpandedGroup(folded, "due", "later").collapsed).toEqual({ due: [] });
    expect(withExpandedGroup(folded, "status", "later")).toBe(folded);
  });

  it("columns return to their default position, and the title can't be hidden", () => {
    const without = withColumn(defaultSettings, "priority", false);
    expect(without.columns).not.toContain("priority");
    expect(withColumn(without, "priority", true)).toEqual(defaultSettings);
    expect(withColumn(defaultSettings, "title", false)).toBe(defaultSettings);
    expect(withColumnMoved(defaultSettings, "key", -1)).toBe(defaultSettings);
    expect(withColumnMoved(defaultSettings, "key", 1).columns.slice(0, 2)).toEqual(["title", "key"]);
  });
});

test("columns of a project's fields are stored, moved and resized like built-in ones", () => {
  const chosen = withColumnWidth(withColumn(defaultSettings, "field_7", true), "field_7", 200);
  expect(chosen.columns.at(-1)).toBe("field_7");
  expect(parseListSettings(JSON.stringify(chosen))).toEqual(chosen);
  expect(parseColumns("field_7,title,mood,field_7")).toEqual(["field_7", "title"]);
  expect(withColumnMoved(chosen, "field_7", -1).columns.at(-2)).toBe("field_7");
  expect([columnWidth(chosen, "field_7"), columnWidth(defaultSettings, "field_7")]).toEqual([200, 132]);
  const folded = withCollapsedGroup(defaultSettings, "field_7", "true");
  expect(parseListSettings(JSON.stringify(folded)).collapsed).toEqual({ field_7: ["true"] });
});

describe("CSV export", () => {
  it("a CSV file starts with a byte order mark and quotes values where needed", () => {
    expect(
      serializeCsv(
        [
          ["Key", "Title"],
          ["WEB-1", 'Say "hi", twice'],
          ["WEB-2", "a\nb"],
        ],
        "en",
      ),
    ).toBe('\ufeffKey,Title\r\nWEB-1,"Say ""hi"", twice"\r\nWEB-2,"a\nb"\r\n');
  });

  it("values that spreadsheet programs would run as formulas are escaped", () => {
    const lines = serializeCsv([["=HYPERLINK(1)", "+1", "-1", "@x", "\ty", -5, null]], "en");
    expect(lines).toBe("\ufeff'=HYPERLINK(1),'+1,'-1,'@x,\"'\ty\",-5,\r\n");
  });
});

test("a CSV file includes the grouping column", () => {
  expect(csvColumns(["key", "title"], "status")).toEqual(["key", "title", "status"]);
  expect(csvColumns(["title"], "due")).toEqual(["title", "due_date"]);
  expect(csvColumns(["title", "assignee"], "assignee")).toEqual(["title", "assignee"]);
  expect(csvColumns(["title"], "field_7")).toEqual(["title", "field_7"]);
  expect(csvColumns(["title"], "none")).toEqual(["title"]);
});
