import type { InferType } from "yup";
import type { Language } from "../../shared/kernel/languages";
import { isTimeZone } from "../../shared/kernel/time-zones";
import { updateSettings } from "../../shared/session/session.contract";
import type { settingsSchema } from "../../shared/session/session.schema";
import { call } from "./api";
import { reportFailure } from "./failure";
import { adoptLanguageOf, chooseLanguage, languageWasChosen, shown$ } from "./intl/language";
import { OfflineError } from "./problem-error";
import { session } from "./session";

type Settings = Partial<InferType<typeof settingsSchema>>;

/**
 * Language, theme and sidebar belong to the person, not to the device. Kept on the account when someone is signed in;
 * when that fails this browser remembers it all the same, so nobody is bothered with it.
 */
export function rememberOnAccount(settings: Settings): void {
  if (!session.getSnapshot().hasTag("present")) return;
  void call(updateSettings, { body: settings, keepalive: true }).catch(() => undefined);
}

export async function switchLanguage(language: Language): Promise<void> {
  // Where its texts can't be loaded that is said; they come with the next page.
  await chooseLanguage(language).catch((error: unknown) => reportFailure(new OfflineError(error)));
  rememberOnAccount({ language });
}

/** After signing in: the account's language, unless another one was chosen on the way in. */
export function adoptLanguage(remembered: string | null): void {
  const { language } = shown$.value;
  if (languageWasChosen()) {
    if (language !== remembered && language !== "xa" && language !== "xb") rememberOnAccount({ language });
  } else if (remembered && remembered !== language) adoptLanguageOf(remembered as Language).catch(() => {}); // its texts come with the next page
}

/** In which day one's work falls is asked once; somebody on a journey still works in the week that they work in at home. */
export function sayTimeZone(remembered: string | null): void {
  if (remembered !== null) return;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (isTimeZone(timeZone)) rememberOnAccount({ time_zone: timeZone });
}
