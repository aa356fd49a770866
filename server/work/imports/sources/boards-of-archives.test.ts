import { readFileSync } from "node:fs";
import path from "node:path";
import { zip } from "../../../../tests/support/zip";
import type { ImportedBoard, ImportedCard } from "../imported-board";
import { readBoardFile } from "../read-board-file";

const files = path.join(__dirname, "../../../../tests/work/imports/files");
const fileText = (name: string) => readFileSync(path.join(files, name), "utf8");

const readZip = (entries: Record<string, string>, boardId: string | null = null) =>
  readBoardFile({
    bytes: zip(Object.entries(entries).map(([name, content]) => ({ name, content }))),
    fileName: "export.zip",
    choice: {},
    roles: null,
    boardId,
  });

const cardOf = ({ cards }: ImportedBoard, title: string) => cards.find((card) => card.title === title) as ImportedCard;
const lossesOf = ({ losses }: ImportedBoard) =>
  Object.fromEntries(losses.map(({ code, name, count }) => [name === null ? code : `${code} ${name}`, count]));

describe("an export of Vikunja", () => {
  const entries = {
    VERSION: "v2.0.0",
    "data.json": fileText("vikunja.json"),
    "filters.json": "[]",
    "files/30": "plan",
  };

  test("with several projects lists them with their parents until one is chosen", async () => {
    const { board, boards, boardId } = await readZip(entries);
    expect(boards).toEqual([
      { id: "4", title: "Move", count: 3 },
      { id: "5", title: "Move / Garden", count: 1 },
    ]);
    expect([boardId, board.source, board.cards]).toEqual([null, "vikunja", []]);
    expect((await readZip(entries, "6")).boardId).toBeNull();
  });

  test("has buckets as columns, and the bucket of done tasks is done", async () => {
    const { board } = await readZip(entries, "4");
    expect(board.columns.map(({ title, kind, wipLimit }) => [title, kind, wipLimit])).toEqual([
      ["Offen", "todo", 5],
      ["Doing", "doing", null],
      ["Fertiggestellt", "done", null],
    ]);
    expect(board.cards.map(({ title, columnId }) => [title, columnId])).toEqual([
      ["Flat", "52"],
      ["Van", "50"],
      ["Boxes", "51"],
    ]);
  });

  test("has tasks with safe texts, dates, labels, people, relations and comments", async () => {
    const { board } = await readZip(entries, "4");
    const boxes = cardOf(board, "Boxes");
    expect(boxes).toMatchObject({
      key: "MV-7",
      priority: "high",
      progress: 50,
      startDay: null,
      dueDay: "2026-12-04T11:00:00.000Z",
      personIds: ["2"],
      reporterId: "1",
      blockerIds: ["3"],
      comments: [{ id: "3", personId: null, at: "2026-02-03T09:00:00.000Z", body: "<p>Done?</p>" }],
    });
    expect(boxes.description).toContain("<strong>pieces</strong> @noor");
    expect(boxes.description).toContain("☑ Buy");
    expect(boxes.description).toContain("related: MV-6 Flat");
    expect(boxes.description).not.toContain("script");
    expect(cardOf(board, "Van")).toMatchObject({ priority: "low", dueDay: "2026-12-09T11:00:00.000Z" });
    expect(cardOf(board, "Van").description).toContain("<em>lines</em>");
    expect(board.tags.map(({ name, color }) => [name, color])).toEqual([
      ["__proto__", "rose"],
      ["Later", "grey"],
    ]);
    expect(board.people.map(({ name }) => name)).toEqual(["Sam", "noor"]);
  });

  test("has the files of the archive and counts what is left out", async () => {
    const { board } = await readZip(entries, "4");
    expect(cardOf(board, "Boxes").files?.map(({ path: file, name }) => [file, name])).toEqual([
      ["files/30", "plan.pdf"],
    ]);
    expect(lossesOf(board)).toEqual({
      "unread repeat_after": 1,
      "unread end_date": 1,
      "linkOutside MV-7": 1,
      "fileMissing MV-7": 1,
    });
  });

  test("a project without buckets gets a done column, and each project its own key", async () => {
    const [move, garden] = [await readZip(entries, "4"), await readZip(entries, "5")];
    expect(garden.board.columns.map(({ id, kind }) => [id, kind])).toEqual([["done:", "done"]]);
    expect(garden.board.cards.map(({ key }) => key)).toEqual(["#1"]);
    expect(new Set([move.board.sourceId, garden.board.sourceId]).size).toBe(2);
  });

  test("is also read when it was packed again with its folder", async () => {
    const nested = Object.fromEntries(Object.entries(entries).map(([name, content]) => [`export/${name}`, content]));
    expect(cardOf((await readZip(nested, "4")).board, "Boxes").files).toHaveLength(1);
  });
});

describe("an export of a workspace of Trello", () => {
  const trello = JSON.parse(fileText("trello.json"));
  const upload = { id: "a1", name: "Plan", fileName: "plan.txt", url: "https://trello.com/1/plan.txt", isUpload: true };
  const [first, ...others] = trello.cards;
  const cards = [
    {
      ...first,
      attachments: [
        upload,
        { ...upload, id: "a2", fileName: "lost.txt", name: "Lost", url: "https://trello.com/1/lost.txt" },
      ],
    },
    ...others,
  ];
  const entries = {
    "Move/move.json": JSON.stringify({ ...trello, id: "b1", cards }),
    "Move/move.csv": "Card ID,Card Name",
    "Move/attachments/plan.txt": "plan",
    "Garden/garden.json": JSON.stringify({ id: "b2", name: "Garden", lists: [], cards: [] }),
    "Garden/broken.json": "{",
    "Garden/attachments/plan.txt": "another",
    "copy/move.json": JSON.stringify({ ...trello, id: "b1" }),
  };

  test("lists its boards once and skips other files", async () => {
    expect((await readZip(entries)).boards).toEqual([
      { id: "b1", title: trello.name, count: trello.cards.length },
      { id: "b2", title: "Garden", count: 0 },
    ]);
  });

  test("has the attachments in the folder of the board and counts missing ones", async () => {
    const { board } = await readZip(entries, "b1");
    const found = board.cards.flatMap((card) => card.files ?? []);
    expect(found.map(({ path: file, name, title }) => [file, name, title])).toEqual([
      ["Move/attachments/plan.txt", "plan.txt", "Plan"],
    ]);
    expect(lossesOf(board)).toMatchObject({ fileMissing: expect.any(Number) });
  });

  test("with one board needs no choice", async () => {
    const { boards, board } = await readZip({ "Move/move.json": entries["Move/move.json"] });
    expect([boards, board.title]).toEqual([[], trello.name]);
  });
});

describe("a board of Planka", () => {
  const readBoard = async () => {
    const bytes = readFileSync(path.join(files, "planka.json"));
    return (await readBoardFile({ bytes, fileName: "Move.json", choice: {}, roles: null, boardId: null })).board;
  };

  test("has open and closed lists, and its archive as archived cards of their list", async () => {
    const board = await readBoard();
    expect(board.columns.filter(({ isClosed }) => !isClosed).map(({ title, kind }) => [title, kind])).toEqual([
      ["Doing", "doing"],
      ["Finished", "done"],
    ]);
    expect(board.cards.map(({ title, columnId, isArchived }) => [title, columnId, isArchived])).toEqual([
      ["Van", "22", false],
      ["Boxes", "20", false],
      ["Old lamp", "20", true],
    ]);
  });

  test("has steps, labels, fields, comments and people", async () => {
    const board = await readBoard();
    const boxes = cardOf(board, "Boxes");
    expect(boxes.subtasks.map(({ name, isCompleted, personId }) => [name, isCompleted, personId])).toEqual([
      ["Steps: Order", true, "2"],
      ["Later: Fetch", false, null],
    ]);
    expect(board.tags.map(({ name, color }) => [name, color])).toEqual([
      ["berry red", "rose"],
      ["__proto__", "blue"],
    ]);
    expect([board.fields.map(({ title, kind }) => [title, kind]), [...boxes.values.values()]]).toEqual([
      [["Size", "number"]],
      [3],
    ]);
    expect(boxes.comments.map(({ personId, body }) => [personId, body])).toEqual([["3", "<p>Yes</p>"]]);
    expect(boxes.description).toContain("<strong>40</strong> for @Noor");
    expect(board.people.map(({ name }) => name)).toEqual(["Noor", "Sam"]);
    expect(lossesOf(board)).toEqual({ commentsMissing: 1, "unread stopwatch": 1, filesWithoutContent: 1 });
  });
});
