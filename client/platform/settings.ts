import type { InferType } from "yup";
import { isLanguage, type Language } from "../../shared/kernel/languages";
import { isTimeZone } from "../../shared/kernel/time-zones";
import type { settingsSchema } from "../../shared/kernel/current-user";
import { reportFailure } from "./failure";
import { applyRememberedLanguage, chooseLanguage, wasLanguageChosen, activeLanguage$ } from "./intl/language";
import { OfflineError } from "./problem-error";
import { Emitter } from "./store";

type Settings = Partial<InferType<typeof settingsSchema>>;

/** Settings that the user has just chosen; client/identity/session/session.ts saves them to the account. */
export const chosenSettings = new Emitter<Settings>();

export const rememberOnAccount = (settings: Settings): void => chosenSettings.emit(settings);

export async function switchLanguage(language: Language): Promise<void> {
  // A failed load of the texts is reported; they load with the next page.
  await chooseLanguage(language).catch((error: unknown) => reportFailure(new OfflineError(error)));
  rememberOnAccount({ language });
}

/** After sign-in the account's language applies, unless the user has chosen another one before. */
export function adoptLanguage(remembered: string | null): void {
  const { language } = activeLanguage$.value;
  if (wasLanguageChosen()) {
    if (language !== remembered && language !== "xa" && language !== "xb") rememberOnAccount({ language });
  } else if (remembered && remembered !== language) applyRememberedLanguage(remembered as Language).catch(() => {}); // the texts load with the next page
}

/** Applies the language that was chosen last, in this browser or another. Saving this browser's choice again would answer the event for ever. */
export function followLanguage(remembered: string | null): void {
  if (isLanguage(remembered)) applyRememberedLanguage(remembered).catch(() => {}); // the texts load with the next page
}

/** Sends the browser's time zone only if the account has none: employees who travel keep their usual time zone. */
export function saveTimeZone(remembered: string | null): void {
  if (remembered !== null) return;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (isTimeZone(timeZone)) rememberOnAccount({ time_zone: timeZone });
}
