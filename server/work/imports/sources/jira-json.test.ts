import type { ImportedBoard } from "../imported-board";
import { readBoardFile } from "../read-board-file";

type Json = Record<string, unknown>;

/** Reads issues AB-1, AB-2, … with these fields, and more properties of the answer. */
async function readIssues(fields: Json[], answer: Json = {}): Promise<ImportedBoard> {
  const issues = fields.map((each, at) => ({
    id: String(at + 1),
    key: `AB-${at + 1}`,
    fields: { summary: `Issue ${at + 1}`, status: { name: "Open" }, ...each },
  }));
  const bytes = Buffer.from(JSON.stringify({ issues, ...answer }));
  return (await readBoardFile({ bytes, fileName: "search.json", choice: {}, roles: null, boardId: null })).board;
}

const fieldsOf = ({ fields, cards }: ImportedBoard) =>
  Object.fromEntries(
    fields.map(({ id, title, kind }) => [title, [kind, ...cards.map(({ values }) => values.get(id))]]),
  );
const lossesOf = ({ losses }: ImportedBoard) => losses.map(({ code, name, count }) => [code, name, count]);

/** The description of an issue whose document has these nodes. */
async function describeNodes(...content: Json[]): Promise<string> {
  const board = await readIssues([{ description: { type: "doc", version: 1, content } }]);
  expect(board.losses).toEqual([]);
  return board.cards[0]?.description ?? "";
}
const words = (text: string) => ({ type: "text", text });
const paragraph = (text: string) => ({ type: "paragraph", content: [words(text)] });

describe("fields", () => {
  test("story points are a number under the name of the answer, also with decimals", async () => {
    const names = { customfield_10031: "Story Points" };
    const board = await readIssues([{ customfield_10031: 1.234 }, { customfield_10031: 8 }], { names });
    expect(fieldsOf(board)).toEqual({ "Story Points": ["number", 1.234, 8] });
  });

  test("the last sprint counts, whether it is an object or the text of older versions", async () => {
    const text = (name: string) =>
      `com.atlassian.greenhopper.service.sprint.Sprint@1b[id=1,rapidViewId=2,state=CLOSED,name=${name},startDate=2026-01-01,goal=x]`;
    const board = await readIssues([
      {
        customfield_10020: [
          { id: 1, name: "Sprint 1", state: "closed" },
          { id: 2, name: "Sprint 2", state: "active" },
        ],
      },
      { customfield_10020: [text("Sprint 1"), text("Sprint, 3")] },
    ]);
    expect(fieldsOf(board)).toEqual({ Sprint: ["choice", "Sprint 2", "Sprint, 3"] });
  });

  test("labels and components are tags, once per name", async () => {
    const { tags, cards } = await readIssues([{ labels: ["api", "API"], components: [{ name: "Billing" }] }]);
    expect(tags.map(({ name }) => name)).toEqual(["api", "Billing"]);
    expect(new Set(cards[0]?.tagIds)).toEqual(new Set(tags.map(({ id }) => id)));
  });

  test("all versions are kept, those that an issue affects too", async () => {
    const board = await readIssues([
      { fixVersions: [{ name: "1.0" }, { name: "1.1" }], versions: [{ name: "0.9" }] },
      { fixVersions: [{ name: "1.1" }], versions: [] },
    ]);
    expect(fieldsOf(board)).toMatchObject({
      "Fix versions": ["choices", ["1.0", "1.1"], ["1.1"]],
      "Affects versions": [expect.anything(), expect.anything(), undefined],
    });
  });

  test.each([
    ["an option", { value: "Backend", id: "10001" }, "Backend"],
    ["a cascading option", { value: "EU", child: { value: "Berlin" } }, "EU / Berlin"],
    ["a person", { accountId: "5b1f", displayName: "Noor" }, "Noor"],
    ["a text", "one line", "one line"],
    ["a document", { type: "doc", content: [paragraph("a & b"), paragraph("c")] }, "a & b c"],
  ])("%s is kept as its text", async (_, value, expected) => {
    const board = await readIssues([{ customfield_10100: value }], { names: { customfield_10100: "Team" } });
    expect(fieldsOf(board)).toEqual({ Team: ["choice", expected] });
  });

  test("several options are several choices", async () => {
    const board = await readIssues([{ customfield_10100: [{ value: "a" }, { value: "b" }] }]);
    expect(fieldsOf(board)).toEqual({ customfield_10100: ["choices", ["a", "b"]] });
  });

  test("dates with and without a time are days", async () => {
    const board = await readIssues([
      { customfield_10100: "2026-03-20", resolutiondate: "2026-03-21T09:30:00.000+0000" },
    ]);
    expect(fieldsOf(board)).toEqual({
      customfield_10100: ["day", "2026-03-20"],
      Resolved: ["day", "2026-03-21T09:30:00.000Z"],
    });
  });

  test("fields of Jira's screens are left out", async () => {
    const schema = { customfield_10001: { custom: "com.atlassian.jira.plugins:devsummarycf" } };
    const board = await readIssues(
      [{ customfield_10019: "0|i0000f:", customfield_10000: "{}", customfield_10001: "x" }],
      {
        schema,
      },
    );
    expect(board.fields).toEqual([]);
  });

  test("fields beyond the limit of a project are counted", async () => {
    const fields = Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`customfield_1${at}`, at % 2 ? at : "x"]));
    const board = await readIssues([{ ...fields, parent: { key: "AB-1" } }]);
    expect(board.fields).toHaveLength(30);
    expect(lossesOf(board).filter(([code]) => code === "unread")).toHaveLength(3);
  });

  test("the board has the name of its project unless issues of several are in the file", async () => {
    const project = { key: "AB", name: "Office move" };
    expect((await readIssues([{ project }, { project }])).title).toBe("Office move");
    expect((await readIssues([{ project }, { project: { name: "Fair" } }])).title).toBe("search");
    expect((await readIssues([{ project }, {}])).title).toBe("search");
  });

  test("the reporter counts, and the times of creation are read in all their forms", async () => {
    const times = ["2026-01-15T10:23:45.123+0000", "2026-01-15T10:23:45.123Z", "2026-01-15T12:23:45.123456+02:00"];
    const { cards } = await readIssues(
      times.map((created) => ({ created, creator: { accountId: "a" }, reporter: { accountId: "b" } })),
    );
    expect(cards.map(({ createdAt }) => createdAt)).toEqual(times.map(() => "2026-01-15T10:23:45.123Z"));
    expect(cards.map(({ reporterId }) => reporterId)).toEqual(["b", "b", "b"]);
  });

  test("people without an address or a name are people", async () => {
    const { people, cards } = await readIssues([
      { assignee: { accountId: "5b1f", active: false }, reporter: { name: "jdoe", displayName: "J. Doe" } },
    ]);
    expect(people.map(({ id, name, email }) => [id, name, email])).toEqual([
      ["5b1f", "5b1f", null],
      ["jdoe", "J. Doe", null],
    ]);
    expect(cards[0]?.personIds).toEqual(["5b1f"]);
  });

  test("priorities of both schemes are known, and others are counted", async () => {
    const priorities = ["Highest", "Lowest", "Blocker", "Major", "Trivial", "P7"];
    const board = await readIssues(priorities.map((name) => ({ priority: { name } })));
    expect(board.cards.map(({ priority }) => priority)).toEqual(["high", "low", "high", "medium", "low", "medium"]);
    expect(lossesOf(board)).toEqual([["unreadable", "Priority", 1]]);
  });
});

describe("links", () => {
  test.each([
    ["its parent", { parent: { key: "AB-1" } }, {}],
    ["the field that Jira Cloud has for it", { customfield_10014: "AB-1" }, {}],
    [
      "a field of this kind with another id",
      { customfield_12345: "AB-1" },
      { schema: { customfield_12345: { custom: "com.pyxis.greenhopper.jira:gh-epic-link" } } },
    ],
  ])("an epic is named by %s", async (_, fields, answer) => {
    const board = await readIssues([{}, fields], answer);
    expect(fieldsOf(board)).toEqual({ "": ["choice", undefined, "AB-1 Issue 1"] });
  });

  test("blocking is read from both ends, and ends outside of the file are counted", async () => {
    const type = { name: "Blocks", inward: "is blocked by", outward: "blocks" };
    const board = await readIssues([
      { issuelinks: [{ type, outwardIssue: { key: "AB-2" } }] },
      {
        issuelinks: [
          { type, inwardIssue: { key: "AB-1" } },
          { type, inwardIssue: { key: "ZZ-9" } },
        ],
      },
    ]);
    expect(board.cards.map(({ blockerIds }) => blockerIds)).toEqual([[], ["1"]]);
    expect(lossesOf(board)).toEqual([["linkOutside", "ZZ-9", 1]]);
  });

  test("other links are in the description", async () => {
    const type = { name: "Duplicate", inward: "is duplicated by", outward: "duplicates" };
    const { cards } = await readIssues([{ issuelinks: [{ type, inwardIssue: { key: "AB-7" } }] }]);
    expect(cards[0]?.description).toBe("<ul><li>is duplicated by: AB-7</li></ul>");
  });
});

test("comments and work logs on further pages are counted", async () => {
  const comments = [{ author: null, created: "2026-03-13T09:00:00.000+0000", body: { type: "doc", content: [] } }];
  const board = await readIssues([{ comment: { total: 73, comments }, worklog: { total: 4, worklogs: [] } }]);
  expect(lossesOf(board)).toEqual([
    ["unread", "Log Work", 4],
    ["commentsMissing", null, 72],
  ]);
});

describe("documents", () => {
  test.each([{}, { level: "two" }, { level: 9 }])("a heading with the attributes %j is a heading", async (attrs) => {
    expect(await describeNodes({ type: "heading", attrs, content: [words("Why")] })).toBe("<h3>Why</h3>");
  });

  test.each<[string, Json, string]>([
    ["media", { type: "mediaSingle", content: [{ type: "media", attrs: { alt: "plan.png" } }] }, "plan.png"],
    [
      "a card",
      { type: "paragraph", content: [{ type: "inlineCard", attrs: { url: "https://x.test/a" } }] },
      "https://x.test/a</a>",
    ],
    [
      "a table",
      {
        type: "table",
        content: [{ type: "tableRow", content: [{ type: "tableCell", content: [paragraph("cell")] }] }],
      },
      "cell",
    ],
    [
      "a panel",
      { type: "panel", attrs: { panelType: "warning" }, content: [paragraph("careful")] },
      "<blockquote><p>careful</p></blockquote>",
    ],
    [
      "a task",
      { type: "taskList", content: [{ type: "taskItem", attrs: { state: "TODO" }, content: [words("buy")] }] },
      "<li>☐ buy</li>",
    ],
    [
      "a section",
      { type: "expand", attrs: { title: "More" }, content: [paragraph("inside")] },
      "<p><strong>More</strong></p><p>inside</p>",
    ],
    [
      "a decision",
      { type: "decisionList", content: [{ type: "decisionItem", content: [words("go")] }] },
      "<li>go</li>",
    ],
    [
      "a status",
      { type: "paragraph", content: [{ type: "status", attrs: { text: "LATE" } }] },
      "<strong>LATE</strong>",
    ],
    ["an emoji", { type: "paragraph", content: [{ type: "emoji", attrs: { shortName: ":tada:", text: "🎉" } }] }, "🎉"],
    ["a date", { type: "paragraph", content: [{ type: "date", attrs: { timestamp: "1773964800000" } }] }, "2026-03-20"],
    ["a mention", { type: "paragraph", content: [{ type: "mention", attrs: { id: "5b1f", text: "@Noor" } }] }, "@Noor"],
    ["a code block", { type: "codeBlock", content: [words("a < b")] }, "<pre>a &lt; b</pre>"],
  ])("%s is kept", async (_, node, html) => {
    expect(await describeNodes(node)).toContain(html);
  });

  test("comments are converted like descriptions", async () => {
    const body = { type: "doc", content: [{ type: "heading", content: [words("Why")] }] };
    const { cards } = await readIssues([{ comment: { total: 1, comments: [{ body }] } }]);
    expect(cards[0]?.comments[0]?.body).toBe("<h3>Why</h3>");
  });
});
