import { loadKorean } from "./korean";
import type { Language } from "../../../shared/kernel/languages";
import type clientEnglish from "../../locales/en.json";
import type sharedEnglish from "../../../shared/locales/en.json";

/** All text ids; a misspelled one doesn't compile. */
export type MessageId = keyof typeof clientEnglish | keyof typeof sharedEnglish;

export type Catalogue = Record<string, string>;

/** `xa` and `xb` are pseudo-locales for development that show ids instead of texts; `xb` is right-to-left. */
export type DisplayLanguage = Language | "xa" | "xb";

type Load = () => Promise<{ default: Catalogue }>;

const screens: Record<Language, Load> = {
  en: () => import("../../locales/en.json"),
  ar: () => import("../../locales/ar.json"),
  de: () => import("../../locales/de.json"),
  ko: () => import("../../locales/ko.json"),
  ckb: () => import("../../locales/ckb.json"),
};

const sharedCatalogues: Record<Language, Load> = {
  en: () => import("../../../shared/locales/en.json"),
  ar: () => import("../../../shared/locales/ar.json"),
  de: () => import("../../../shared/locales/de.json"),
  ko: () => import("../../../shared/locales/ko.json"),
  ckb: () => import("../../../shared/locales/ckb.json"),
};

export async function loadCatalogue(language: DisplayLanguage): Promise<Catalogue> {
  if (language === "xa" || language === "xb") {
    const { pseudoCatalogue: marked } = await import("./pseudo");
    return marked(await loadCatalogue("en"), language);
  }
  if (language === "ko") loadKorean();
  const [shared, screen] = await Promise.all([sharedCatalogues[language](), screens[language]()]);
  return { ...shared.default, ...screen.default };
}
