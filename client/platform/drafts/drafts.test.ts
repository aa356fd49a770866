/** @jest-environment jsdom */
import { clearStored, draftPrefix, readStored, storedKeys, storedKeysWith, writeStored } from "../browser-storage";
import { currentSession } from "../session";
import { DraftSlot, isLike, isText, readDraft, readDrafts, removeExpiredDrafts, removeSentDraft } from "./drafts";

const signInAs = (id: number, viewing: object | null = null) =>
  currentSession.set({ user: { id, viewing } as never, tenant: null });
const textAt = (place: string) => readDraft(place, isText)?.value ?? null;
/** Writes a draft like a form that was opened with the newest one. */
function writeDraft(place: string, value: unknown, version: number | null = null): string {
  const slot = new DraftSlot(place);
  const draft = readDraft(place, (stored): stored is unknown => stored !== undefined);
  if (draft) slot.open(draft);
  return slot.write(value, version);
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const store = (value: object | string) =>
  writeStored(`${draftPrefix}1.note`, typeof value === "string" ? value : JSON.stringify(value));

beforeEach(() => {
  localStorage.clear();
  signInAs(1);
});

test("an ended session keeps drafts and clears everything else", () => {
  writeStored(storedKeys.token, "secret");
  writeStored("portal.recent", "[1,2]");
  writeDraft("comment:task:12", "<p>Half a</p>");
  clearStored({ keepDrafts: true });
  expect([readStored(storedKeys.token), readStored("portal.recent")]).toEqual([null, null]);
  expect(textAt("comment:task:12")).toBe("<p>Half a</p>");
});

test("signing out clears the drafts of every user on the device", () => {
  writeDraft("note", "mine");
  signInAs(2);
  writeDraft("note", "theirs");
  clearStored({ keepDrafts: false });
  expect(storedKeysWith(draftPrefix)).toEqual([]);
});

test("another user on the same device sees no draft and has one of their own", () => {
  writeDraft("note", "mine");
  signInAs(2);
  expect(textAt("note")).toBeNull();
  writeDraft("note", "theirs");
  signInAs(1);
  expect(textAt("note")).toBe("mine");
});

test("an administrator who views as a user neither reads nor writes drafts", () => {
  writeDraft("note", "mine");
  signInAs(1, { viewer: { fullname: "Admin" } });
  writeDraft("note", "of the administrator");
  expect(textAt("note")).toBeNull();
  signInAs(1);
  expect(textAt("note")).toBe("mine");
});

test.each([
  ["no JSON", "{"],
  ["another type", '"text"'],
  ["null", "null"],
  ["another format", { format: 0, at: daysAgo(0), version: null, value: "x" }],
  ["no time", { format: 1, version: null, value: "x" }],
  ["no value", { format: 1, at: daysAgo(0), version: null }],
  ["a value of another type", { format: 1, at: daysAgo(0), version: null, value: { html: "x" } }],
  ["an expired draft", { format: 1, at: daysAgo(31), version: null, value: "x" }],
  ["a time that isn't one", { format: 1, at: "soon", version: null, value: "x" }],
])("%s is ignored", (_, stored) => {
  store(stored);
  expect(textAt("note")).toBeNull();
});

test("expired drafts of all users are removed, others remain", () => {
  store({ format: 1, at: daysAgo(31), version: null, value: "old" });
  writeStored(`${draftPrefix}9.note`, JSON.stringify({ format: 1, at: daysAgo(40), version: null, value: "older" }));
  writeDraft("kept", "new");
  removeExpiredDrafts();
  expect(storedKeysWith(draftPrefix)).toEqual([`${draftPrefix}1.kept`]);
});

test("writing the same text again keeps its time", () => {
  store({ format: 1, at: daysAgo(2), version: 3, value: "x" });
  const { at } = readDraft("note", isText) ?? {};
  expect(writeDraft("note", "x", 3)).toBe(at);
  expect(writeDraft("note", "x, y", 3)).not.toBe(at);
});

test("sending removes the draft, but not what was typed since", () => {
  writeDraft("note", "sent");
  removeSentDraft("note", "sent");
  expect(textAt("note")).toBeNull();
  writeDraft("note", "sent, and more");
  removeSentDraft("note", "sent");
  expect(textAt("note")).toBe("sent, and more");
});

describe("two tabs that show the same form", () => {
  const textsAt = (place: string) => readDrafts(place, isText).map(({ value }) => value);
  const openNewest = (place: string) => {
    const slot = new DraftSlot(place);
    const [newest] = readDrafts(place, isText);
    if (newest) slot.open(newest);
    return slot;
  };

  test("each keeps its own draft, the newest first", () => {
    const [first, second] = [new DraftSlot("note"), new DraftSlot("note")];
    jest.useFakeTimers({ now: 1_000 });
    first.write("first");
    jest.setSystemTime(2_000);
    second.write("second");
    jest.setSystemTime(3_000);
    first.write("first, continued");
    expect(textsAt("note")).toEqual(["first, continued", "second"]);
    jest.useRealTimers();
  });

  test("sending or discarding one draft keeps the other", () => {
    const [first, second] = [new DraftSlot("note"), new DraftSlot("note")];
    first.write("first");
    second.write("second");
    first.remove();
    expect(textsAt("note")).toEqual(["second"]);
    first.write("next");
    removeSentDraft("note", "next");
    expect(textsAt("note")).toEqual(["second"]);
  });

  test("a draft that another tab has continued isn't overwritten or removed", () => {
    const first = new DraftSlot("note");
    first.write("begun");
    const second = openNewest("note");
    second.write("begun, continued");
    first.remove();
    expect(textsAt("note")).toEqual(["begun, continued"]);
    first.write("another end");
    expect(textsAt("note").toSorted()).toEqual(["another end", "begun, continued"]);
  });

  test("a tab stores its text again when another tab has replaced it", () => {
    const first = new DraftSlot("note");
    first.write("begun");
    const stop = first.follow(() => undefined);
    openNewest("note").write("replaced");
    const key = `${draftPrefix}1.note`;
    window.dispatchEvent(new StorageEvent("storage", { key, newValue: localStorage.getItem(key) }));
    expect(textsAt("note").toSorted()).toEqual(["begun", "replaced"]);
    stop();
  });

  test("drafts of a place whose name is longer are separate", () => {
    new DraftSlot("task:1").write("one");
    new DraftSlot("task:12").write("twelve");
    expect(textsAt("task:1")).toEqual(["one"]);
  });
});

test("sending removes a draft that differs by surrounding spaces only", () => {
  writeDraft("note", " sent\n");
  removeSentDraft("note", "sent");
  expect(textAt("note")).toBeNull();
});

test("a draft removed by another tab isn't read from memory", () => {
  writeDraft("note", "mine");
  localStorage.removeItem(`${draftPrefix}1.note`);
  expect(textAt("note")).toBeNull();
});

test("a full storage keeps what is typed while the page is open", () => {
  writeDraft("note", "before");
  const setItem = jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  writeDraft("note", "after");
  expect(textAt("note")).toBe("after");
  setItem.mockRestore();
  writeDraft("note", null as never);
});

test.each([
  [{ title: "", day: null }, { title: "x", day: "2026-11-27" }, true],
  [{ title: "", day: null }, { title: "x", day: { a: 1 } }, false],
  [{ title: "", items: [{ price: "" }] }, { title: "x", items: [{ price: "1" }, { price: "2" }] }, true],
  [{ title: "", items: [{ price: "" }] }, { title: "x", items: [5] }, false],
  [{ title: "", items: [] }, { title: "x", items: "none" }, false],
  [{ title: "" }, ["x"], false],
])("a form showing %j accepts %j: %s", (present, stored, fits) => {
  expect(isLike(present, stored)).toBe(fits);
});
