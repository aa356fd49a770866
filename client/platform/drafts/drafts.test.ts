/** @jest-environment jsdom */
import { clearStored, draftPrefix, readStored, storedKeys, storedKeysWith, writeStored } from "../browser-storage";
import { currentSession } from "../session";
import { isLike, isText, readDraft, removeExpiredDrafts, removeSentDraft, writeDraft } from "./drafts";

const signInAs = (id: number, viewing: object | null = null) =>
  currentSession.set({ user: { id, viewing } as never, tenant: null });
const textAt = (place: string) => readDraft(place, isText)?.value ?? null;
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
