/** @jest-environment jsdom */
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { IntlProvider } from "react-intl";
import { object, string } from "yup";
import { draftPrefix } from "../../platform/browser-storage";
import { DraftSlot, isText, readDraft, readDrafts } from "../../platform/drafts/drafts";
import { useStoredDraft } from "../../platform/drafts/useStoredDraft";
import { ProblemError } from "../../platform/problem-error";
import { currentSession } from "../../platform/session";
import { useForm } from "./form";
import { useRestoredCopy, useUnsavedCopy } from "./unsaved-copy";

let root: Root;
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.clear();
  currentSession.set({ user: { id: 1, viewing: null } as never, tenant: null });
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => act(() => root.unmount()));

/** Renders a hook; `again` remounts it, as after a reload. */
function mount<T>(hook: () => T) {
  const screen: { now: T } = { now: undefined as T };
  const Screen = () => {
    const value = hook();
    screen.now = value;
    return null;
  };
  let count = 0;
  const again = () =>
    act(() =>
      root.render(
        createElement(
          IntlProvider,
          { locale: "en", onError: () => undefined } as never,
          createElement(Screen, { key: (count += 1) }),
        ),
      ),
    );
  again();
  return { screen, again };
}
const removedInOtherTab = (place: string) => {
  const key = `${draftPrefix}1.${place}`;
  const oldValue = localStorage.getItem(key);
  localStorage.removeItem(key);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key, oldValue, newValue: null })));
};

describe("text fields", () => {
  test.each([
    ["a comment", "comment:task:12", ""],
    ["an edit of a comment", "comment:5", "<p>As it was</p>"],
    ["a description", "description:task:12", "<p>As it was</p>"],
    ["a comment on an article", "comment:news:3", ""],
    ["a comment on a request", "comment:request:3", ""],
    ["the reason of a decision", "decision:8:reject", ""],
    ["the reason for leaving", "leaving:4", ""],
  ])("%s survives a reload with its version and is removed when sent", (_, place, start) => {
    let version = 2;
    const { screen, again } = mount(() => useStoredDraft(place, { start, version }));
    expect([screen.now.value, screen.now.restored, screen.now.at]).toEqual([start, false, null]);
    act(() => screen.now.change("<p>Typed</p>"));
    version = 3; // changed by another user meanwhile
    again();
    expect([screen.now.value, screen.now.restored, screen.now.version]).toEqual(["<p>Typed</p>", true, 2]);
    expect(Date.parse(screen.now.at ?? "")).toBeGreaterThan(0);
    act(() => screen.now.clear());
    expect([screen.now.value, screen.now.restored, screen.now.version]).toEqual([start, false, 3]);
    again();
    expect([screen.now.value, screen.now.restored]).toEqual([start, false]);
  });

  test("a text is based on the version it was shown with, however late it is typed", () => {
    let version = 2;
    const { screen } = mount(() => useStoredDraft("note", { start: "a", version }));
    version = 3; // changed by another user while the editor is open
    act(() => screen.now.change("ab"));
    expect(screen.now.version).toBe(2);
    act(() => screen.now.change("a"));
    act(() => screen.now.change("abc"));
    expect(screen.now.version).toBe(2);
  });

  test("text that is changed back is no draft", () => {
    const { screen } = mount(() => useStoredDraft("note", { start: "a" }));
    act(() => screen.now.change("ab"));
    act(() => screen.now.change("a"));
    expect(readDraft("note", isText)).toBeNull();
  });

  test("sending in one tab empties the same text in the other, not a newer one", () => {
    const { screen } = mount(() => useStoredDraft("note"));
    act(() => screen.now.change("sent"));
    removedInOtherTab("note");
    expect([screen.now.value, screen.now.round]).toEqual(["", 1]);
    act(() => screen.now.change("newer"));
    localStorage.clear();
    new DraftSlot("note").write("typed in the other tab");
    removedInOtherTab("note");
    expect(screen.now.value).toBe("newer");
  });

  test("the newest draft is shown, and the one of another tab offered", () => {
    const [first, second] = [new DraftSlot("note"), new DraftSlot("note")];
    jest.useFakeTimers({ now: 1_000 });
    first.write("older");
    jest.setSystemTime(2_000);
    second.write("newer");
    jest.useRealTimers();
    jest.spyOn(Date, "now").mockReturnValue(3_000);
    const { screen } = mount(() => useStoredDraft("note"));
    expect([screen.now.value, screen.now.other?.at]).toEqual(["newer", new Date(1_000).toISOString()]);
    act(() => screen.now.other?.onRestore());
    expect([screen.now.value, screen.now.round, screen.now.restored]).toEqual(["older", 1, true]);
    act(() => screen.now.clear());
    expect(readDrafts("note", isText).map(({ value }) => value)).toEqual(["newer"]);
    jest.restoreAllMocks();
  });
});

describe("forms", () => {
  const schema = object({ title: string(), reason: string(), days: string() });
  const initialValues = { title: "Visit", reason: "", days: "" };
  const sent: unknown[] = [];
  let version = 2;
  const form = (only?: ("title" | "reason" | "days")[]) => () =>
    useForm(schema, {
      initialValues,
      draft: { storageKey: "booking:7", version, keptFields: only },
      onSubmit: (values, send) => Promise.resolve(void sent.push([values.reason, send.version])),
    });
  beforeEach(() => {
    version = 2;
    sent.length = 0;
  });

  test("changed fields are restored, sent with their version, and then removed", async () => {
    const { screen, again } = mount(form());
    await act(async () => screen.now.setValue("reason", "Because"));
    version = 3;
    again();
    expect([screen.now.values, screen.now.dirty]).toEqual([{ ...initialValues, reason: "Because" }, true]);
    expect(screen.now.draft.restored?.before).toEqual({ reason: "" });
    await act(() => screen.now.submit());
    expect(sent).toEqual([["Because", 2]]);
    again();
    expect([screen.now.values, screen.now.draft.restored]).toEqual([initialValues, null]);
  });

  test("discarding shows the record again, with its present version", async () => {
    const { screen, again } = mount(form());
    await act(async () => screen.now.setValue("reason", "Because"));
    version = 3;
    again();
    await act(async () => screen.now.draft.discard());
    expect([screen.now.values, screen.now.dirty]).toEqual([initialValues, false]);
    await act(() => screen.now.submit());
    expect(sent).toEqual([["", 3]]);
    expect(localStorage).toHaveLength(0);
  });

  test("after a version conflict, a form is sent with the newer version until it is reset", async () => {
    const stale = new ProblemError(409, "booking.stale", "Changed", {}, { id: 7, version: 5 });
    const { screen } = mount(() =>
      useForm(schema, {
        initialValues,
        draft: { storageKey: "booking:7", version },
        onSubmit: async (values, send) => {
          sent.push([values.reason, send.version]);
          if (send.version !== 5) throw stale;
        },
      }),
    );
    await act(async () => screen.now.setValue("reason", "Because"));
    await act(() => screen.now.submit());
    await act(async () => screen.now.draft.discard());
    await act(async () => screen.now.setValue("reason", "Hence"));
    await act(() => screen.now.submit());
    await act(() => screen.now.submit());
    expect(sent).toEqual([
      ["Because", 2],
      ["Hence", 2],
      ["Hence", 5],
    ]);
  });

  test("a form keeps only the named fields", async () => {
    const { screen, again } = mount(form(["reason"]));
    await act(async () => screen.now.setValue("title", "Other"));
    await act(async () => screen.now.setValue("reason", "Because"));
    again();
    expect(screen.now.values).toEqual({ ...initialValues, reason: "Because" });
  });

  test("values of another version of the form are ignored", () => {
    new DraftSlot("booking:7").write({ typed: { reason: { html: "x" }, unknown: "x", title: "Other" }, before: {} }, 2);
    expect(mount(form()).screen.now.values).toEqual({ ...initialValues, title: "Other" });
  });

  test("the draft of another tab can be shown instead, and neither is lost", async () => {
    const changes = (reason: string) => ({ typed: { reason }, before: { reason: "" } });
    new DraftSlot("booking:7").write(changes("Older"), 1);
    const { screen, again } = mount(form());
    await act(async () => screen.now.setValue("title", "Mine"));
    again();
    const other = new DraftSlot("booking:7");
    other.write(changes("Theirs"), 2);
    again();
    const firstReason = screen.now.values.reason;
    await act(async () => screen.now.draft.other?.onRestore());
    expect([firstReason, screen.now.values.reason].toSorted()).toEqual(["Older", "Theirs"]);
    await act(() => screen.now.submit());
    expect(sent).toHaveLength(1);
    again();
    expect(screen.now.values.reason).toBe(firstReason);
  });

  test("a form without a place keeps nothing", async () => {
    const { screen } = mount(() => useForm(schema, { initialValues, onSubmit: () => Promise.resolve() }));
    await act(async () => screen.now.setValue("reason", "Because"));
    expect(localStorage).toHaveLength(0);
  });
});

describe("context of a draft", () => {
  const schema = object({ title: string(), room: string() });
  const form = (room: string, restoresContext = true) =>
    mount(() =>
      useForm(schema, {
        initialValues: { title: "", room },
        draft: { storageKey: "booking:new:room", keptFields: ["title"], context: ["room"], restoresContext },
        onSubmit: () => Promise.resolve(),
      }),
    ).screen;

  test("an unchanged room is restored with the title that was typed for it", async () => {
    const first = form("7");
    await act(async () => first.now.setValue("title", "Review"));
    expect(form("1").now.values).toEqual({ title: "Review", room: "7" });
  });

  test("a room that the user has just chosen stays", async () => {
    const first = form("7");
    await act(async () => first.now.setValue("title", "Review"));
    expect(form("1", false).now.values).toEqual({ title: "Review", room: "1" });
  });

  test("a changed room alone makes no draft", async () => {
    const first = form("7");
    await act(async () => first.now.setValue("room", "8"));
    expect(localStorage).toHaveLength(0);
  });
});

describe("forms with drafts on the server", () => {
  test.each([
    ["a news article", "news:new", { texts: [{ title: "", body: "" }] }, { texts: [{ title: "A", body: "<p>B</p>" }] }],
    ["answers of a form", "form:3:new", { f1: "" }, { f1: "Because" }],
    ["a finance request", "finance:new", { note: "", items: [] }, { note: "Because", items: [{ price: "1" }] }],
    ["a leave request", "leave:new", { reason: "", start_date: null }, { reason: "Rest", start_date: "2026-12-01" }],
  ])("%s is kept until the server has it", (_, place, start, typed) => {
    let content: object = start;
    let unsaved = false;
    const { screen, again } = mount(() => {
      const restored = useRestoredCopy<object>(place, start);
      useUnsavedCopy(place, content, { isUnsaved: unsaved, restored, versionOf: () => null });
      return restored;
    });
    expect(screen.now).toBeNull();
    [content, unsaved] = [typed, true];
    again();
    again();
    expect(screen.now?.value).toEqual(typed);
    unsaved = false;
    again();
    again();
    expect(screen.now).toBeNull();
  });

  test("content of another tab remains when this tab has saved its own", () => {
    const [mine, theirs] = [{ reason: "Mine" }, { reason: "Theirs" }];
    jest.useFakeTimers({ now: 1_000 });
    new DraftSlot("leave:new").write(theirs);
    jest.setSystemTime(2_000);
    new DraftSlot("leave:new").write(mine);
    const { screen } = mount(() => {
      const restored = useRestoredCopy<object>("leave:new", { reason: "" });
      useUnsavedCopy("leave:new", mine, { isUnsaved: false, restored, versionOf: () => null });
      return restored;
    });
    expect(screen.now?.value).toEqual(mine);
    expect(readDraft("leave:new", (value): value is object => value !== null)?.value).toEqual(theirs);
    jest.useRealTimers();
  });
});
