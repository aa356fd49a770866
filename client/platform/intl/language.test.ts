/** @jest-environment jsdom */
import { loadCatalogue } from "./catalogues";
import { fillFromEnglish, showFirstLanguage, showLanguage, shown$, textsAgainMs } from "./language";

jest.mock("./catalogues", () => ({ loadCatalogue: jest.fn() }));
const load = jest.mocked(loadCatalogue);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("the first texts couldn't be loaded: the page tries again until it can say something", async () => {
  load.mockRejectedValueOnce(new Error("chunk")).mockRejectedValueOnce(new Error("chunk"));
  load.mockResolvedValue({ "action.save": "حفظ" });
  const shown = showFirstLanguage("ar");
  await jest.advanceTimersByTimeAsync(2 * textsAgainMs - 1);
  expect(shown$.value.messages).toEqual({});
  await jest.advanceTimersByTimeAsync(1);
  await shown;
  expect(shown$.value).toEqual({ language: "ar", messages: { "action.save": "حفظ" } });
  expect(document.documentElement.dir).toBe("rtl");
  expect(document.documentElement.lang).toBe("ar");
});

test("another one was chosen while one was loading: the later choice stays, whichever comes first", async () => {
  const texts = new Map<string, (texts: Record<string, string>) => void>();
  load.mockImplementation((language) => new Promise((resolve) => texts.set(language, resolve)));
  const german = showLanguage("de");
  const arabic = showLanguage("ar");
  texts.get("ar")?.({ "action.save": "حفظ" });
  await arabic;
  texts.get("de")?.({ "action.save": "Speichern" });
  await german;
  expect(shown$.value).toEqual({ language: "ar", messages: { "action.save": "حفظ" } });
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["ar", "rtl"]);
});

test("English for what isn't translated couldn't be loaded: the next text that is missing asks again", async () => {
  load.mockRejectedValueOnce(new Error("chunk")).mockResolvedValue({ "action.save": "Save", "action.undo": "Undo" });
  fillFromEnglish();
  await jest.advanceTimersByTimeAsync(0);
  expect(shown$.value.messages).not.toHaveProperty("action.undo");
  fillFromEnglish();
  await jest.advanceTimersByTimeAsync(0);
  expect(shown$.value.messages).toEqual({ "action.save": "حفظ", "action.undo": "Undo" });
});
