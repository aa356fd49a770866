import type { NewsDrawing } from "./news.drawings";

interface Words {
  title: string;
  summary: string;
  body: string;
}

export interface PlannedArticle {
  author: string;
  section: keyof typeof sections;
  /** Days ago. */
  ago: number;
  en: Words;
  ar?: Words;
  picture?: NewsDrawing;
  pinned?: true;
  /** Within so many days from today. */
  confirmIn?: number;
  departments?: readonly string[];
  groups?: readonly string[];
  comments?: readonly (readonly [who: string, words: string])[];
  likes?: readonly string[];
}

export const sections = {
  company: { name: "Company", ar: "الشركة", de: "Unternehmen", ko: "회사", ckb: "کۆمپانیا" },
  safety: { name: "Safety", ar: "السلامة", de: "Sicherheit", ko: "안전", ckb: "سەلامەتی" },
  depots: { name: "Depots", ar: "المستودعات", de: "Lager", ko: "창고", ckb: "کۆگاکان" },
  people: { name: "People", ar: "الناس", de: "Menschen", ko: "사람들", ckb: "خەڵک" },
  canteen: { name: "Canteen", ar: "المطعم", de: "Kantine", ko: "구내식당", ckb: "چێشتخانە" },
} as const;

export const p = (...paragraphs: string[]) => paragraphs.map((one) => `<p>${one}</p>`).join("");
export const list = (...items: string[]) => `<ul>${items.map((one) => `<li><p>${one}</p></li>`).join("")}</ul>`;
