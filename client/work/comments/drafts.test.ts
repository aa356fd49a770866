import { saveEditDraft, readEditDraft } from "./drafts";

const stored = new Map<string, string>();
beforeAll(() => {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
});
afterAll(() => Reflect.deleteProperty(globalThis, "localStorage"));
beforeEach(() => stored.clear());

test("an unsaved edit is kept until it is cleared", () => {
  saveEditDraft(5, { html: "<p>New</p>", version: 2 });
  expect(readEditDraft(5)).toEqual({ html: "<p>New</p>", version: 2 });
  expect(readEditDraft(6)).toBeNull();
  saveEditDraft(5, null);
  expect(readEditDraft(5)).toBeNull();
});

test.each(["{", "", "null", "5", '{"html":5,"version":1}', '{"html":"x"}', '{"html":"x","version":"1"}'])(
  "%j isn't a valid draft and is ignored",
  (text) => {
    saveEditDraft(5, { html: "x", version: 1 });
    const [key = ""] = stored.keys();
    stored.set(key, text);
    expect(readEditDraft(5)).toBeNull();
  },
);
