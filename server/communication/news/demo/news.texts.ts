import type { NewsDrawing } from "./news.drawings";

interface Words {
  title: string;
  summary: string;
  body: string;
}

export interface PlannedArticle {
  author: string;
  section: keyof typeof demoNewsSections;
  /** Days since publication. */
  daysAgo: number;
  en: Words;
  ar?: Words;
  picture?: NewsDrawing;
  pinned?: true;
  /** Deadline for the confirmation, in days from today. */
  confirmIn?: number;
  departments?: readonly string[];
  groups?: readonly string[];
  comments?: readonly (readonly [who: string, words: string])[];
  likes?: readonly string[];
}

export const demoNewsSections = {
  company: { name: "Company", ar: "الشركة", de: "Unternehmen", ko: "회사", ckb: "کۆمپانیا" },
  safety: { name: "Safety", ar: "السلامة", de: "Sicherheit", ko: "안전", ckb: "سەلامەتی" },
  depots: { name: "Depots", ar: "المستودعات", de: "Lager", ko: "창고", ckb: "کۆگاکان" },
  people: { name: "People", ar: "الناس", de: "Menschen", ko: "사람들", ckb: "خەڵک" },
  canteen: { name: "Canteen", ar: "المطعم", de: "Kantine", ko: "구내식당", ckb: "چێشتخانە" },
} as const;

export const htmlParagraphs = (...paragraphs: string[]) => paragraphs.map((one) => `<p>${one}</p>`).join("");
export const htmlList = (...items: string[]) => `<ul>${items.map((one) => `<li><p>${one}</p></li>`).join("")}</ul>`;
