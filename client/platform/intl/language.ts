import { Store } from "../store";
import { isLanguage, type Language, languageOf, languages } from "../../../shared/kernel/languages";
import { readStored, storedKeys, writeStored } from "../browser-storage";
import { type Catalogue, loadCatalogue, type DisplayLanguage } from "./catalogues";

export interface ActiveLanguage {
  language: DisplayLanguage;
  messages: Catalogue;
}

export const activeLanguage$ = new Store<ActiveLanguage>({ language: "en", messages: {} });

/** Returns the stored language, or else the browser's preference. */
export function initialLanguage(madeUpToo = false): DisplayLanguage {
  const stored = readStored(storedKeys.language);
  if (madeUpToo && (stored === "xa" || stored === "xb")) return stored;
  if (isLanguage(stored)) return stored;
  return languageOf(typeof navigator === "undefined" ? undefined : navigator.languages.join(","));
}

let requestedLanguage: DisplayLanguage | null = null;

/** Loads the texts before switching, so that the screen never shows ids. */
export async function showLanguage(language: DisplayLanguage): Promise<void> {
  requestedLanguage = language;
  const messages = await loadCatalogue(language);
  if (requestedLanguage !== language) return;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  activeLanguage$.set({ language, messages });
}

/** Delay in ms before a failed load is retried. */
export const loadRetryMs = 3_000;

/** Retries until the load succeeds. For resources that the page needs even to show an error, such as its texts. */
export async function untilLoaded<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, loadRetryMs));
    }
  }
}

let languageChosen = false;

export const wasLanguageChosen = () => languageChosen;

/** Applies the user's choice and stores it in the browser. `settings.ts` also saves it to the account. */
export function chooseLanguage(language: Language): Promise<void> {
  languageChosen = true;
  writeStored(storedKeys.language, language);
  return showLanguage(language);
}

/** Applies the account's language, which replaces a choice in this browser. */
export function applyRememberedLanguage(language: Language): Promise<void> {
  languageChosen = false;
  writeStored(storedKeys.language, language);
  return showLanguage(language);
}

/** Shows the tenant's language to users who haven't chosen one. It isn't stored, because it isn't the user's choice. */
export async function adoptDefaultLanguage(language: string | null): Promise<void> {
  if (readStored(storedKeys.language) !== null) return;
  const fitting = isLanguage(language) ? language : initialLanguage();
  if (fitting !== activeLanguage$.value.language) await showLanguage(fitting);
}

export function directionOf(language: DisplayLanguage): "ltr" | "rtl" {
  if (language === "xb") return "rtl";
  return language === "xa" ? "ltr" : languages[language].direction;
}

/** Falls back to English for untranslated texts. */
let english: Promise<Catalogue> | null = null;

export function fillMissingTexts(): void {
  english ??= loadCatalogue("en");
  english.then(
    (messages) => {
      const { value } = activeLanguage$;
      const filled = { ...messages, ...value.messages };
      if (Object.keys(filled).length > Object.keys(value.messages).length)
        activeLanguage$.set({ ...value, messages: filled });
    },
    () => {
      english = null; // loaded again at the next missing text
    },
  );
}
