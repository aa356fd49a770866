import { createChildProcesses, type ChildProcesses } from "../../server/platform/child-processes";
import { multipart } from "../support/multipart";
import { relations, wordParts, workbook } from "../support/sample-files";
import { testServer } from "../support/server";
import type { World } from "../support/world";
import { zip } from "../support/zip";
import { newBoard, type TestBoard } from "../work/tasks/board";

/** Inputs that could keep the process busy. All are generated, so that no decompression bomb is stored in the repository. */
const fill = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

const calendar = (events: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap((each) => ["BEGIN:VEVENT", each, "END:VEVENT"]),
    "END:VCALENDAR",
  ].join("\r\n");
const event = (rule: string, start = "00010101") => `DTSTART;VALUE=DATE:${start}\r\nSUMMARY:x\r\nRRULE:FREQ=${rule}`;
const events = (rule: string, start?: string) => calendar(Array.from({ length: 2_000 }, () => event(rule, start)));

const holidayFiles: Record<string, string> = {
  "two thousand rules since the year 1": events("YEARLY"),
  "two thousand rules by weekday": events("YEARLY;BYMONTH=1;BYDAY=1MO"),
  "a rule that never matches": calendar([event("YEARLY;BYMONTH=2;BYMONTHDAY=31")]),
  "a rule of every second": calendar([event("SECONDLY")]),
  "days without an end": calendar([`DTSTART;VALUE=DATE:00010101\r\nDTEND;VALUE=DATE:99991231\r\nSUMMARY:x`]),
  "nested components": fill("BEGIN:VCALENDAR\r\n", 299_000),
  "one line": `BEGIN:VCALENDAR\r\nX:${fill("a", 299_000)}`,
  "folded lines": `BEGIN:VCALENDAR\r\nX:${fill("a\r\n ", 299_000)}`,
  "parameters of a calendar": `BEGIN:VCALENDAR\r\nX${fill(";a=b", 299_000)}:x`,
  "quotes of a calendar": `BEGIN:VCALENDAR\r\nX${fill(';a="b', 299_000)}:x`,
  "a table of one row": fill("a,", 299_000),
  "a table of empty rows": `2030-01-01,x${fill("\n;", 299_000)}`,
  "a table of quotes": fill('"', 299_000),
  "a table of open quotes": fill('"a,""b\n', 299_000),
  "a table of wrong days": fill("2030-02-31,x\n", 25_000),
};

const richTexts: Record<string, (length: number) => string> = {
  "bold in bold": (length) => fill("<b>", length),
  angles: (length) => `<p>${fill("<", length - 3)}`,
  "half tags": (length) => `<b>${fill("<a ", length - 3)}`,
  closings: (length) => fill("</p>", length),
  comments: (length) => fill("<!--", length),
  "quotes in quotes": (length) => fill("<blockquote>", length),
  "mentions in mentions": (length) => fill('<span data-mention="1">', length),
  entities: (length) => `<p>${fill("&amp;", length - 3)}`,
  attributes: (length) => `<p ${fill("a=b ", length - 3)}`,
  lines: (length) => fill("a\n\n", length),
};

const huge = 4_900_000;
const files: Record<string, Buffer> = {
  "a JPEG of padding": Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.alloc(huge, 0xff)]),
  "a JPEG of segments": Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.from("ffe00002".repeat(huge / 4), "hex")]),
  "a drawing of comments": Buffer.from(fill("<!-- -->", huge)),
  "a drawing of space": Buffer.alloc(huge, " "),
  "a zip of two thousand entries": zip([
    ...wordParts,
    ...Array.from({ length: 1_990 }, (_, at) => ({ name: `word/${"x".repeat(1_000)}${at}`, content: "x" })),
  ]),
  "a zip of fifty thousand entries": zip(Array.from({ length: 50_000 }, (_, at) => ({ name: `${at}` }))),
  "a zip whose list of types unpacks without end": zip([
    { name: "[Content_Types].xml", content: Buffer.alloc(190_000_000, " ") },
  ]),
  "a zip of end marks": Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.from(fill("PK\x05\x06", huge))]),
};

const text = (cell: string, words: string) => `<c r="${cell}" t="inlineStr"><is><t>${words}</t></is></c>`;
const row = (cells: string, at = 1) => `<row r="${at}">${cells}</row>`;
const mailColumn = row(text("A1", "E-Mail"));
/** Ten thousand rows of a hundred cells, all with the same shared text. */
function repeatedText(): Buffer {
  const cells = row('<c t="s"><v>0</v></c>'.repeat(100));
  const strings = { name: "xl/sharedStrings.xml", content: `<sst><si><t>${fill("a b ", 5_000)}</t></si></sst>` };
  const links = relations(["worksheet", "worksheets/sheet1.xml"], ["sharedStrings", "sharedStrings.xml"]);
  return workbook(mailColumn + cells.repeat(10_001), strings, { name: "xl/_rels/workbook.xml.rels", content: links });
}
const peopleFiles: Record<string, () => Buffer> = {
  "a workbook with one cell of seventy megabytes": () => workbook(row(text("A1", fill("a", 70_000_000)))),
  "a workbook whose only cell stands far to the right": () => workbook(row(text("ZZZZZZZ1", "x"))),
  "a workbook whose last row stands far below": () => workbook(mailColumn + row(text("A999999999", "x"), 999_999_999)),
  "a workbook of nested elements": () => workbook(fill("<a>", 20_000_000)),
  "a workbook of entities": () => workbook(row(text("A1", fill("&#65;", 60_000_000)))),
  "a workbook that repeats one long text": repeatedText,
  "a table of commas": () => Buffer.from(fill(",", 1_000_000)),
};

const server = testServer();
let world: World;
let board: TestBoard;
let task = 0;

beforeAll(async () => {
  world = await server.world();
  board = await newBoard(world);
  task = board.tasks[0]?.[0] as number;
});

const importingPeople = (value: Buffer) => {
  const { payload, headers } = multipart([{ name: "file", filename: "a.xlsx", value }]);
  return world.api(world.hr).post("/user/import/read", payload, { headers });
};
const importing = (content: string) => world.api(world.hr).post("/leave/holiday/import", { content, dry_run: true });

/** Skips the first task, which earlier calls have enlarged: its undo data would exceed the limit. */
const manyDescriptions = (description: string) =>
  board.member.post("/task/bulk", {
    changes: board.tasks
      .flat()
      .slice(1)
      .map((id) => ({ id, description })),
  });

const calls: [what: string, call: () => Promise<{ status: number }>][] = [
  ...Object.entries(holidayFiles).map(([what, content]) => [what, () => importing(content)] as never),
  ...Object.entries(peopleFiles).map(([what, make]) => [what, () => importingPeople(make())] as never),
  ...Object.entries(richTexts).flatMap(([what, make]) => [
    [`a comment of ${what}`, () => board.member.post("/comments", { task_id: task, comment: make(20_000) })] as never,
    [`a description of ${what}`, () => board.member.post(`/task/${task}`, { description: make(50_000) })] as never,
  ]),
  ["many short descriptions that add up", () => manyDescriptions(richTexts["bold in bold"]?.(470) ?? "")],
  ...Object.entries(files).map(
    ([what, value]) =>
      [
        what,
        () => {
          const { payload, headers } = multipart([
            { name: "task_id", value: String(task) },
            { name: "file", filename: "a.docx", value },
          ]);
          return board.member.post("/tasks/attachments", payload, { headers });
        },
      ] as never,
  ),
];

describe("untrusted input is parsed outside the event loop", () => {
  /** Holds the child processes' results until the event loop has turned, which would be impossible if the parsing ran on it. */
  async function whileHeld(call: () => Promise<{ status: number }>) {
    const { childProcesses } = server.platform;
    let sent = 0;
    const release: (() => void)[] = [];
    let notifyReached = () => {};
    const reached = new Promise<void>((resolve) => (notifyReached = resolve));
    server.platform.childProcesses = {
      ...childProcesses,
      run: async (...input: Parameters<ChildProcesses["run"]>) => {
        sent += 1;
        const found = await Promise.allSettled([childProcesses.run(...input)]);
        const free = new Promise<void>((resolve) => release.push(resolve));
        notifyReached();
        await free;
        if (found[0].status === "rejected") throw found[0].reason;
        return found[0].value;
      },
    } as ChildProcesses;
    try {
      const answer = call();
      await Promise.race([reached, answer]);
      const health = sent === 0 ? null : (await server.app.inject("/healthz")).statusCode;
      for (const free of release) free();
      return { runs: sent, health, status: (await answer).status };
    } finally {
      server.platform.childProcesses = childProcesses;
    }
  }

  test.each(calls)("a child process parses: %s", async (_, call) => {
    const { runs, health, status } = await whileHeld(call);
    expect({ runs, health }).toEqual({ runs: 1, health: 200 });
    expect([200, 201, 422]).toContain(status);
  });
});

describe("while an expensive input is processed", () => {
  /** The longest pause of the event loop during a call, as a fraction of the call's duration: 1 if the work ran on the loop. */
  async function longestPause(call: () => Promise<unknown>) {
    let over = false;
    let longest = 0;
    const began = performance.now();
    const answer = call().finally(() => (over = true));
    while (!over) {
      const start = performance.now();
      expect((await server.app.inject("/healthz")).statusCode).toBe(200);
      await new Promise<void>((resolve) => setImmediate(resolve));
      longest = Math.max(longest, performance.now() - start);
    }
    await answer;
    return { longest, whole: performance.now() - began };
  }

  test.each([
    ["a calendar that hits the two-second limit", () => importing(events("YEARLY"))],
    [
      "a text of fifty thousand angle brackets",
      () => board.member.post(`/task/${task}`, { description: `<p>${fill("<", 49_000)}` }),
    ],
  ])("other requests are answered during the call: %s", async (_, call) => {
    await longestPause(call); // warm-up: starts the child processes, compiles code
    const { longest, whole } = await longestPause(call);

    expect(longest).toBeLessThan(Math.max(200, whole / 2));
  });
});

describe("child processes", () => {
  const slow = { source: events("YEARLY"), years: { from: 2026, to: 2028 } };
  const small = { source: "2030-01-01,x", years: slow.years };

  test("a process that takes too long is killed, and the next job gets a new one", async () => {
    const childProcesses = createChildProcesses({ short: 1, workMs: 1 });
    await expect(childProcesses.run("holidays", slow, "a")).rejects.toThrow("holidays: ");
    expect(await childProcesses.run("holidays", small, "a", 60_000)).toMatchObject({ rows: [{ line: 1 }] });
    await childProcesses.close();
  });

  test("a job that needs too much memory ends only its own process", async () => {
    const childProcesses = createChildProcesses({ short: 1, workMs: 60_000, memoryMb: 24 });
    // The calendar grows event by event as it is parsed. An input that is large from the start could finish before memory is checked.
    const largeInput = {
      source: calendar(Array.from({ length: 60_000 }, () => "DTSTART;VALUE=DATE:20260101\r\nSUMMARY:x")),
      years: slow.years,
    };
    await expect(childProcesses.run("holidays", largeInput, "a")).rejects.toThrow(/memory/);
    expect(await childProcesses.run("holidays", small, "a")).toMatchObject({ rows: [{ line: 1 }] });
    await childProcesses.close();
  });

  test("a huge allocation ends only the child process", async () => {
    const childProcesses = createChildProcesses({ short: 1, workMs: 60_000, memoryMb: 24 });
    const bytes = Buffer.alloc(150_000_000, "a");
    await expect(childProcesses.run("peopleFile", { bytes, mapping: null }, "a")).rejects.toThrow(/memory/);
    expect(await childProcesses.run("holidays", small, "a")).toMatchObject({ rows: [{ line: 1 }] });
    await childProcesses.close();
  });

  test("a caller's jobs run one at a time, so that other callers aren't delayed", async () => {
    const childProcesses = createChildProcesses({ short: 2, workMs: 60_000 });
    const order: string[] = [];
    const one = (caller: string, input: typeof slow) =>
      childProcesses.run("holidays", input, caller).then(() => order.push(caller));
    const text = { source: fill("2030-02-31,x\n", 100_000), years: slow.years };
    // Starts both processes first: on a busy machine the second could start late.
    await Promise.all([childProcesses.run("holidays", small, "one"), childProcesses.run("holidays", small, "two")]);
    const greedy = Array.from({ length: 10 }, () => one("greedy", text));
    await Promise.all([...greedy, one("other", small)]);
    // With a simple FIFO queue, the other caller's job would be last.
    expect(order.indexOf("other")).toBeLessThan(5);
    await childProcesses.close();
  });
});

test("a table above the limits is refused in the language of the caller", async () => {
  const { payload, headers } = multipart([{ name: "file", filename: "a.xlsx", value: repeatedText() }]);
  const german = { headers: { ...headers, "accept-language": "de" } };
  const answer = await world.api(world.hr).post("/user/import/read", payload, german);
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    {
      file: [
        "Die Tabelle ist zu groß: höchstens 500.000 ausgefüllte Zellen und 20.000.000 Zeichen. Entfernen Sie nicht benötigte Spalten oder teilen Sie die Datei auf.",
      ],
    },
  ]);
});

test("leave without an end is refused before its days are counted", async () => {
  const dates = "start_date=2030-01-01&end_date=2999-12-31";
  const answer = await world.api(world.employee).get(`/leave/leave-request/preview?leave_type_id=1&${dates}`);
  expect([answer.status, answer.body.errors.end_date]).toEqual([422, ["At most 366 days in one request"]]);
});
