import { BehaviorSubject } from "rxjs";
import { isLanguage, type Language, languageOf, languages } from "../../../shared/kernel/languages";
import { readStored, storedKeys, writeStored } from "../stored";
import { type Catalogue, loadCatalogue, type ShownLanguage } from "./catalogues";

export interface Shown {
  language: ShownLanguage;
  messages: Catalogue;
}

/** The language on the screen with its texts. One switch for texts, direction, digits and fonts. */
export const shown$ = new BehaviorSubject<Shown>({ language: "en", messages: {} });

/** What this browser was told, else what it asks for. */
export function startLanguage(madeUpToo = false): ShownLanguage {
  const stored = readStored(storedKeys.language);
  if (madeUpToo && (stored === "xa" || stored === "xb")) return stored;
  if (isLanguage(stored)) return stored;
  return languageOf(typeof navigator === "undefined" ? undefined : navigator.languages.join(","));
}

let wanted: ShownLanguage | null = null;

/** Loads the texts first, so that the screen changes at once and never shows ids. */
export async function showLanguage(language: ShownLanguage): Promise<void> {
  wanted = language;
  const messages = await loadCatalogue(language);
  if (wanted !== language) return; // another one was chosen while this was loading
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  shown$.next({ language, messages });
}

/** Texts couldn't be loaded: tried again after so long. */
export const textsAgainMs = 3_000;

/** The first texts of a page. Without them it can't say anything, not even that they are missing. */
export async function showFirstLanguage(language: ShownLanguage): Promise<void> {
  for (;;) {
    try {
      await showLanguage(language);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, textsAgainMs));
    }
  }
}

let chosen = false;

/** Whether someone chose a language since the page was opened. */
export const languageWasChosen = () => chosen;

/** The person's choice; remembered here. The account remembers it as well, see `settings.ts`. */
export function chooseLanguage(language: Language): Promise<void> {
  chosen = true;
  writeStored(storedKeys.language, language);
  return showLanguage(language);
}

/** What the account remembers. */
export function adoptLanguageOf(language: Language): Promise<void> {
  writeStored(storedKeys.language, language);
  return showLanguage(language);
}

/** What the organisation speaks, for whoever has chosen nothing: shown, and not remembered as if it had been chosen. */
export async function adoptDefaultLanguage(language: string | null): Promise<void> {
  if (readStored(storedKeys.language) !== null) return;
  const fitting = isLanguage(language) ? language : startLanguage();
  if (fitting !== shown$.value.language) await showLanguage(fitting);
}

export function directionOf(language: ShownLanguage): "ltr" | "rtl" {
  if (language === "xb") return "rtl";
  return language === "xa" ? "ltr" : languages[language].direction;
}

/** A text that isn't translated yet is shown in English. The tests see to it that this stays rare. */
let english: Promise<Catalogue> | null = null;

export function fillFromEnglish(): void {
  english ??= loadCatalogue("en");
  english.then(
    (messages) => {
      const { value } = shown$;
      const filled = { ...messages, ...value.messages };
      if (Object.keys(filled).length > Object.keys(value.messages).length) shown$.next({ ...value, messages: filled });
    },
    () => {
      english = null; // the next text that is missing tries again
    },
  );
}
