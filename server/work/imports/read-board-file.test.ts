import { readFileSync } from "node:fs";
import path from "node:path";
import type { ImportedBoard, ImportedCard } from "./imported-board";
import { readBoardFile } from "./read-board-file";

const files = path.join(__dirname, "../../../tests/work/imports/files");

async function readFile(name: string): Promise<ImportedBoard> {
  const bytes = readFileSync(path.join(files, name));
  return (await readBoardFile({ bytes, fileName: name, choice: {}, roles: null, boardId: null })).board;
}

const readText = async (content: string, fileName = "board.csv") =>
  readBoardFile({ bytes: Buffer.from(content), fileName, choice: {}, roles: null, boardId: null });

const cardOf = ({ cards }: ImportedBoard, title: string) => cards.find((card) => card.title === title) as ImportedCard;
const lossesOf = ({ losses }: ImportedBoard) =>
  Object.fromEntries(losses.map(({ code, name, count }) => [name === null ? code : `${code} ${name}`, count]));

describe("a board of Trello", () => {
  test("its open lists keep their order and its closed lists archive their cards", async () => {
    const board = await readFile("trello.json");
    expect(board.columns.map(({ title, isClosed, kind }) => [title, isClosed, kind])).toEqual([
      ["To do", false, "todo"],
      ["Doing", false, "doing"],
      ["Old", true, "todo"],
      ["Done", false, "done"],
    ]);
    expect(board.cards.map(({ title, isArchived }) => [title, isArchived])).toEqual([
      ["Van", false],
      ["Old lamp", true],
      ["Key", true],
      ["Boxes", false],
    ]);
  });

  test("labels without a name get their colour's, and __proto__ is a name", async () => {
    const { tags } = await readFile("trello.json");
    expect(tags.map(({ name, color }) => [name, color])).toEqual([
      ["sky", "teal"],
      ["__proto__", "rose"],
      ["Heavy", "grey"],
    ]);
  });

  test("its fields have values of their kinds", async () => {
    const board = await readFile("trello.json");
    const titles = new Map(board.fields.map(({ id, title }) => [id, title]));
    expect([...cardOf(board, "Boxes").values].map(([id, value]) => [titles.get(id), value])).toEqual([
      ["Size", 2],
      ["Risk", "O1"],
      ["Fragile", true],
      ["Van on", "2026-12-03T11:00:00.000Z"],
    ]);
  });

  test("checklists become subtasks in order, with the list's name if there are several", async () => {
    const board = await readFile("trello.json");
    expect(cardOf(board, "Boxes").subtasks.map(({ name, isCompleted }) => [name, isCompleted])).toEqual([
      ["Later: Return", false],
      ["Steps: Fetch", false],
      ["Steps: Order", true],
    ]);
    expect(cardOf(board, "Van").subtasks.map(({ name }) => name)).toEqual(["Fuel"]);
  });

  test("its comments are in their order with authors who have left the board", async () => {
    const board = await readFile("trello.json");
    expect(cardOf(board, "Boxes").comments.map(({ personId, body }) => [personId, body])).toEqual([
      [null, "<p>Done?</p>"],
      ["M2", "<p>Yes</p>"],
    ]);
    expect(board.people.map(({ name }) => name)).toEqual(["Noor Aziz", "Sam Left"]);
  });

  test("its missing comments and files are counted", async () => {
    expect(lossesOf(await readFile("trello.json"))).toEqual({ commentsMissing: 1, filesWithoutContent: 1 });
  });

  test("its Markdown is converted without scripts", async () => {
    const { description } = cardOf(await readFile("trello.json"), "Boxes");
    expect(description).toContain("<strong>40</strong>");
    expect(description).toContain("<li>☑ tape</li>");
    expect(description).not.toContain("<script");
    expect(description).toContain(">plan.pdf</a>");
  });
});

describe("issues of Jira", () => {
  test("as a table they keep keys, people by account, sprints and parents", async () => {
    const board = await readFile("jira.csv");
    const { key, personIds, values, createdAt, dueDay } = cardOf(board, "Paint");
    expect([key, personIds, createdAt, dueDay]).toEqual(["AB-2", ["5b1f"], "2026-03-12T09:00", "2026-03-20"]);
    expect(Object.fromEntries(values)).toEqual({
      "field:parent": "AB-1 Flat",
      "field:Issue Type": "Story",
      "field:Sprint": "S 2",
      "field:Story point estimate": 3,
    });
    expect(cardOf(board, "Skirting").values.get("field:parent")).toBe("AB-3 Floor");
    expect(board.people.find(({ id }) => id === "5b1f")?.name).toBe("Noor");
  });

  test("a table has the name of its project unless it has issues of several", async () => {
    const titleOf = async (...projects: string[]) => {
      const rows = projects.map((project, at) => `AB-${at},${at},Paint,${project}`);
      return (await readText(["Issue key,Issue id,Summary,Project name", ...rows].join("\n"))).board.title;
    };
    expect(await titleOf("Office move", "Office move")).toBe("Office move");
    expect(await titleOf("Office move", "Fair")).toBe("board");
    expect(await titleOf("Office move", "")).toBe("board");
  });

  test("comments are split twice, so their text keeps semicolons", async () => {
    const { comments } = cardOf(await readFile("jira.csv"), "Paint");
    expect(comments.map(({ personId, at, body }) => [personId, at, body])).toEqual([
      ["5b1f", "2026-03-13T08:05", "<p>at 9;30, then wait</p>"],
      ["77aa", "2026-03-14T20:00", "<p>ok</p>"],
    ]);
  });

  test("all versions and the last sprint are read from columns with one title", async () => {
    const titles = "Issue key,Issue id,Summary,Fix versions,Fix versions,Sprint,Sprint,Resolved";
    const { board } = await readText(
      `${titles}\nAB-1,1,Paint,1.0,1.1,S 1,S 2,20/Mar/26 9:00 AM\nAB-2,2,Move,,1.1,,S 2,\n`,
    );
    expect(Object.fromEntries(cardOf(board, "Paint").values)).toEqual({
      "field:Fix versions": ["1.0", "1.1"],
      "field:Sprint": "S 2",
      "field:Resolved": "2026-03-20",
    });
    expect(cardOf(board, "Move").values.get("field:Fix versions")).toEqual(["1.1"]);
  });

  test("wiki markup is converted, and marks inside of code stay", async () => {
    const { description } = cardOf(await readFile("jira.csv"), "Paint");
    expect(description).toContain("<h3>Why</h3><ul><li><code>red</code>, see <a");
    expect(description).toContain("<pre>a,b</pre>");
  });

  test("blocked issues have their blockers, and links outside of the file are named", async () => {
    const board = await readFile("jira.csv");
    expect(cardOf(board, "Floor").blockerIds).toEqual([cardOf(board, "Paint").id]);
    expect(lossesOf(board)).toEqual({ filesWithoutContent: 1, "linkOutside ZZ-9": 1, "unread Security Level": 1 });
  });

  test("as JSON they keep unknown content as text and count it", async () => {
    const board = await readFile("jira.json");
    const { description, estimateMinutes, comments } = cardOf(board, "Paint");
    expect(description).toContain("<h3>No level</h3>");
    expect(description).toContain("@Noor");
    expect(description).toContain("☑ Buy");
    expect(description).toContain("kept");
    expect([estimateMinutes, comments[0]?.body]).toEqual([90, "<p><strong>plain</strong> wiki</p>"]);
    expect(board.columns.map(({ title, kind }) => [title, kind])).toEqual([
      ["Open", "todo"],
      ["Prüfung", "doing"],
      ["Done", "done"],
    ]);
    expect(lossesOf(board)).toEqual({ "unknownContent hologram": 1, commentsMissing: 72, "linkOutside ZZ-9": 1 });
  });
});

test("subtasks of Asana are steps of their parent, unless several cards have its title", async () => {
  const board = await readFile("asana.csv");
  expect(cardOf(board, "Van").subtasks).toEqual([
    { name: "Fuel", isCompleted: true, dueDay: "2026-11-30", personId: null },
  ]);
  expect(board.cards.map(({ title }) => title)).toEqual(["Boxes", "Van", "Order", "Boxes"]);
  expect(cardOf(board, "Order").values.get("field:parent")).toBe("Boxes");
  expect(lossesOf(board)).toEqual({ "ambiguousLink Boxes": 2 });
});

test("completed tasks of Asana and Planner leave lists that aren't done", async () => {
  for (const name of ["asana.csv", "planner.tsv"]) {
    const board = await readFile(name);
    const column = board.columns.find(({ id }) => id === cardOf(board, "Van").columnId);
    expect([name, column?.kind, column?.title]).toEqual([name, "done", ""]);
  }
});

test("Linear's guard against formulas is removed, and archived issues are archived", async () => {
  const board = await readFile("linear.csv");
  expect(cardOf(board, "=boxes").dueDay).toBe("2026-12-04");
  expect(cardOf(board, "=boxes").createdAt).toBe("2026-03-12T09:00:00.000Z");
  expect(cardOf(board, "Old").isArchived).toBe(true);
});

test("Planner's file has a name, an order of day and month and steps without state", async () => {
  const board = await readFile("planner.tsv");
  expect([board.source, board.title, cardOf(board, "Boxes").dueDay]).toEqual(["planner", "Move", "2026-12-04"]);
  expect(cardOf(board, "Van").subtasks.every(({ isCompleted }) => isCompleted)).toBe(true);
  expect(lossesOf(board)).toEqual({ stepsUnknown: 1 });
});

test("items of GitHub have several people and the number of their issue", async () => {
  const board = await readFile("github.tsv");
  expect(board.cards.map(({ key, personIds }) => [key, personIds])).toEqual([
    ["#4", ["noor", "sam"]],
    [null, []],
  ]);
});

test("Kanboard's tasks have their order, people by user name and hours as estimates", async () => {
  const board = await readFile("kanboard.csv");
  expect(board.source).toBe("kanboard");
  expect(board.cards.map(({ title }) => title)).toEqual(["Van", "Lamp", "Boxes"]);
  const { estimateMinutes, personIds, reporterId, startDay, dueDay } = cardOf(board, "Boxes");
  expect([estimateMinutes, personIds, reporterId, startDay, dueDay]).toEqual([
    90,
    ["sam"],
    "noor",
    "2026-12-01",
    "2026-12-04",
  ]);
  expect(board.people.map(({ id, name }) => [id, name])).toEqual([
    ["sam", "Sam Aziz"],
    ["noor", "noor"],
  ]);
  expect(board.columns.map(({ title, kind }) => [title, kind])).toEqual([
    ["Doing", "doing"],
    ["", "done"],
  ]);
  expect(cardOf(board, "Van").estimateMinutes).toBeNull();
  expect(lossesOf(board)).toEqual({});
});

test("any table is read by its titles, and columns without a place are reported once", async () => {
  const { board, table } = await readText("Aufgabe;Status;Fällig;__proto__\nKisten;Erledigt;24.12.2026;x\n;Offen;;\n");
  expect(table?.columns.map(({ role }) => role)).toEqual(["title", "column", "due", null]);
  expect(board.cards.map(({ title, dueDay }) => [title, dueDay])).toEqual([["Kisten", "2026-12-24"]]);
  expect(lossesOf(board)).toEqual({ rowWithoutTitle: 1, "unread __proto__": 1 });
});

test.each([
  ["English", "Title,Status,Assignee,Due date,Priority", "Boxes,Done,Noor,12/24/2026,High", "utf8"],
  ["German", "Titel;Status;Zuständig;Fällig;Priorität", "Kisten;Erledigt;Noor;24.12.2026;Hoch", "latin1"],
  ["Arabic", "العنوان;الحالة;المسؤول;تاريخ الاستحقاق;الأولوية", "صناديق;منجز;نور;24/12/2026;عالية", "utf16le"],
  ["Korean", "제목,상태,담당자,마감일,우선순위", "상자,완료,누르,2026-12-24,높음", "utf16le"],
  ["Kurdish", "ناونیشان\tدۆخ\tبەرپرس\tبەرواری کۆتایی\tگرنگی", "سندوق\tتەواو\tنوور\t24/12/2026\tبەرز", "utf8"],
] as const)("a table of Excel in %s is read with its encoding, separator and dates", async (_, head, row, encoding) => {
  const mark = encoding === "latin1" ? "" : "\ufeff";
  const bytes = Buffer.from(`${mark}${head}\r\n${row}\r\n`, encoding);
  const { board, table } = await readBoardFile({
    bytes,
    fileName: "board.csv",
    choice: {},
    roles: null,
    boardId: null,
  });
  expect(table?.columns.map(({ role }) => role)).toEqual(["title", "column", "assignee", "due", "priority"]);
  expect(board.columns.map(({ kind }) => kind)).toEqual(["done"]);
  expect(board.cards.map(({ dueDay, priority, personIds }) => [dueDay, priority, personIds.length])).toEqual([
    ["2026-12-24", "high", 1],
  ]);
});

test.each([
  ["3/14/2026 8:05 PM", "2026-03-14T20:05"],
  ["14.03.2026 20:05", "2026-03-14T20:05"],
  ["14/Mar/26 12:15 AM", "2026-03-14T00:15"],
  ["2026-03-14 12:15 pm", "2026-03-14T12:15"],
])("the time of creation %s is %s", async (cell, expected) => {
  const { board } = await readText(`Issue key;Issue id;Summary;Created\nAB-1;1;Paint;${cell}\n`);
  expect(board.cards[0]?.createdAt).toBe(expected);
});

test("texts beyond the limits are shortened and counted", async () => {
  const { board } = await readText(`Title,Description\n${"x".repeat(400)},${"y".repeat(49_999)}&<b>\n`);
  expect(board.cards[0]?.title).toHaveLength(255);
  expect(board.cards[0]?.description?.length).toBeLessThanOrEqual(50_000);
  expect(lossesOf(board)).toEqual({ shortened: 2 });
});

test.each([
  ["JSON of another program", '{"name":"x"}'],
  ["broken JSON", '{"lists":['],
  ["a web page", "<!doctype html><p>Sign in"],
])("%s is refused", async (_, content) => {
  await expect(readText(content)).rejects.toThrow();
});
