import { findSections, type Findable, mergeSections, type Section } from "./match";
import { emptyPalette, neighbourRow, type PaletteAction, paletteReducer, rowsOf } from "./palette.state";

const row = (id: string, title = id, rest: Partial<Findable> = {}): Findable => ({
  id,
  group: "tasks",
  key: null,
  title,
  snippet: null,
  weight: 0,
  ...rest,
});
const found = (query: string, ...rows: Findable[]) =>
  findSections(rows, query, 6).flatMap(({ items }) => items.map(({ id }) => id));

describe("findSections", () => {
  test("ranks matches of the key first, then of the beginning, of words and of parts", () => {
    const rows = [
      row("part", "Restarting"),
      row("word", "A start"),
      row("prefix", "Starting line"),
      row("key", "Other", { key: "START" }),
    ];
    expect(found("start", ...rows)).toEqual(["key", "prefix", "word", "part"]);
  });

  test.each([
    ["Arabic", "أحمد يُراجع", "احمد"],
    ["Kurdish", "کتێبخانە", "كتيبخانة"],
    ["German", "Größe", "grosse"],
    ["Korean", "회의실 예약", "예약 회의"],
    ["English", "Café menu", "menu cafe"],
  ])("finds other spellings and orders of words: %s", (_, title, query) => {
    expect(found(query, row("hit", title))).toEqual(["hit"]);
  });

  test("puts the group with the best row first", () => {
    expect(found("inbox", row("task", "Empty the inbox"), row("screen", "Inbox", { group: "do" }))).toEqual([
      "screen",
      "task",
    ]);
  });

  test("orders equal matches by weight", () => {
    expect(found("plan", row("done", "Plan A", { weight: 2 }), row("open", "Plan B"))).toEqual(["open", "done"]);
  });

  test("shows the first rows of a group and counts all", () => {
    const rows = Array.from({ length: 9 }, (_, at) => row(`${at}`, "plan"));
    expect(findSections(rows, "plan", 6)).toMatchObject([{ count: 9, items: { length: 6 } }]);
  });

  test("keeps a row of the server for the query that found it", () => {
    const typo = row("typo", "Report", { found: { query: "reprot", rank: 4 } });
    expect(found("reprot", typo)).toEqual(["typo"]);
    expect(found("reprots", typo)).toEqual([]);
  });
});

describe("mergeSections", () => {
  const section = (group: Findable["group"], ...ids: string[]) => ({
    group,
    late: false,
    items: ids.map((id) => row(id, id, { group })),
    count: ids.length,
  });
  const ids = (sections: ReturnType<typeof mergeSections<Findable>>) =>
    sections.map(({ items }) => items.map(({ id }) => id));

  test("adds rows below the cursor only", () => {
    const currentSections = [section("tasks", "a", "b"), section("people", "p", "q")];
    const next = [section("tasks", "new", "a", "b"), section("people", "early", "p", "q")];
    expect(ids(mergeSections(currentSections, next, "a"))).toEqual([
      ["a", "new", "b"],
      ["early", "p", "q"],
    ]);
    expect(ids(mergeSections(currentSections, next, "q"))).toEqual([["a", "b"], ["p", "q", "early"], ["new"]]);
  });

  test("marks rows of a group above the cursor as late", () => {
    const merged = mergeSections(
      [section("tasks", "a"), section("people", "p")],
      [section("tasks", "new", "a"), section("people", "p")],
      "p",
    );
    expect(merged.map(({ group, late }) => ({ group, late }))).toEqual([
      { group: "tasks", late: false },
      { group: "people", late: false },
      { group: "tasks", late: true },
    ]);
  });

  test("keeps rows above the cursor that the server doesn't confirm", () => {
    expect(ids(mergeSections([section("tasks", "a", "b")], [section("tasks", "b")], "b"))).toEqual([["a", "b"]]);
  });

  test("takes the new order without a cursor", () => {
    const next = [section("tasks", "new", "a")];
    expect(mergeSections([section("tasks", "a")], next, null)).toEqual(next);
  });
});

describe("paletteReducer", () => {
  const trailingRows = () => [row("more", "All", { group: "more" })];
  const run = (...actions: PaletteAction<Findable>[]) =>
    actions.reduce(paletteReducer<Findable>, emptyPalette<Findable>());
  const typed = (query: string) => ({ type: "typed", query, trailingRows }) as const;

  test("puts the cursor on the first result, and on other rows only after the answer", () => {
    const knownItems = { type: "known", items: [row("a", "Plan")], initial: [] } as const;
    expect(run(knownItems, typed("plan")).active).toBe("a");
    const waiting = run(knownItems, typed("report"));
    expect(waiting.active).toBeNull();
    expect(
      paletteReducer(waiting, { type: "answered", query: "report", items: [row("b", "Report")], trailingRows }).active,
    ).toBe("b");
    expect(paletteReducer(waiting, { type: "failed", query: "report" }).active).toBe("more");
  });

  test("drops answers to earlier queries", () => {
    const state = run(typed("plan"), typed("plane"));
    expect(paletteReducer(state, { type: "answered", query: "plan", items: [row("a", "Plan")], trailingRows })).toBe(
      state,
    );
  });

  test("shows rows of an earlier answer for the next letter at once, each once", () => {
    const state = run(
      { type: "known", items: [row("a", "Plan")], initial: [] },
      typed("pl"),
      { type: "answered", query: "pl", items: [row("a", "Plan"), row("b", "Plane")], trailingRows },
      typed("pla"),
    );
    expect(rowsOf(state).map(({ id }) => id)).toEqual(["a", "b", "more"]);
  });

  test("offers rows for what was found, also for what the server adds", () => {
    const forFirst = (found: readonly Section<Findable>[]) =>
      found.slice(0, 1).map(({ items: [first] }) => row(`log ${first?.id}`, "Log time", { group: "more" }));
    const waiting = run({ type: "typed", query: "plan", trailingRows: forFirst });
    expect(rowsOf(waiting)).toEqual([]);
    const items = [row("a", "Plan")];
    const state = paletteReducer(waiting, { type: "answered", query: "plan", items, trailingRows: forFirst });
    expect(rowsOf(state).map(({ id }) => id)).toEqual(["a", "log a"]);
    const better = [row("b", "Plan B", { key: "PLAN" })];
    const moved = paletteReducer(state, { type: "answered", query: "plan", items: better, trailingRows: forFirst });
    expect(rowsOf(moved).map(({ id }) => id)).toEqual(["a", "b", "log a"]);
  });

  test("returns to the initial rows when the query is cleared", () => {
    const initial = [{ group: "do", late: false, items: [row("x")], count: 1 }] as const;
    const state = run({ type: "known", items: [], initial }, typed("plan"), typed(""));
    expect(state).toMatchObject({ sections: initial, active: null });
  });

  test("moves the cursor around the ends", () => {
    const state = run({ type: "known", items: [row("a", "Plan")], initial: [] }, typed("plan"));
    expect(neighbourRow(state, 1)).toBe("more");
    expect(neighbourRow(state, -1)).toBe("more");
    expect(neighbourRow(run({ type: "moved", to: null }), 1)).toBeNull();
  });
});
