/** @jest-environment jsdom */
import { loadCatalogue } from "./catalogues";
import { fillMissingTexts, showLanguage, activeLanguage$, loadRetryMs, untilLoaded } from "./language";

jest.mock("./catalogues", () => ({ loadCatalogue: jest.fn() }));
const load = jest.mocked(loadCatalogue);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("a failed load of the first texts is retried until it succeeds", async () => {
  load.mockRejectedValueOnce(new Error("chunk")).mockRejectedValueOnce(new Error("chunk"));
  load.mockResolvedValue({ "action.save": "حفظ" });
  const loaded = untilLoaded(() => showLanguage("ar"));
  await jest.advanceTimersByTimeAsync(2 * loadRetryMs - 1);
  expect(activeLanguage$.value.messages).toEqual({});
  await jest.advanceTimersByTimeAsync(1);
  await loaded;
  expect(activeLanguage$.value).toEqual({ language: "ar", messages: { "action.save": "حفظ" } });
  expect(document.documentElement.dir).toBe("rtl");
  expect(document.documentElement.lang).toBe("ar");
});

test("the language chosen last wins, whichever loads first", async () => {
  const texts = new Map<string, (texts: Record<string, string>) => void>();
  load.mockImplementation((language) => new Promise((resolve) => texts.set(language, resolve)));
  const german = showLanguage("de");
  const arabic = showLanguage("ar");
  texts.get("ar")?.({ "action.save": "حفظ" });
  await arabic;
  texts.get("de")?.({ "action.save": "Speichern" });
  await german;
  expect(activeLanguage$.value).toEqual({ language: "ar", messages: { "action.save": "حفظ" } });
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["ar", "rtl"]);
});

test("a failed load of the English fallback is retried at the next missing text", async () => {
  load.mockRejectedValueOnce(new Error("chunk")).mockResolvedValue({ "action.save": "Save", "action.undo": "Undo" });
  fillMissingTexts();
  await jest.advanceTimersByTimeAsync(0);
  expect(activeLanguage$.value.messages).not.toHaveProperty("action.undo");
  fillMissingTexts();
  await jest.advanceTimersByTimeAsync(0);
  expect(activeLanguage$.value.messages).toEqual({ "action.save": "حفظ", "action.undo": "Undo" });
});
