export interface Person {
  id: number;
  fullname: string;
  image?: string | null;
}

const hues = ["rose", "orange", "amber", "green", "teal", "blue", "violet"] as const;
export type AvatarHue = (typeof hues)[number];

/** Spreads small consecutive ids over the colors. */
function hash(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

export const hueOf = (userId: number): AvatarHue => hues[hash(userId) % hues.length] ?? "blue";

/** Presence color of a user in a project; the same for all viewers. */
export const presenceColor = (userId: number, projectId: number): string =>
  `var(--p${1 + (hash(userId * 31 + projectId) % 6)})`;

/** Two letters for Latin, Cyrillic and Greek names; one for scripts with joined letters (Arabic) or syllables (Korean). */
export function initialsOf(fullname: string): string {
  const words = fullname.trim().split(/\s+/u).filter(Boolean);
  const first = firstLetter(words[0]);
  if (words.length < 2 || !/\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u.test(first)) return first;
  return first + firstLetter(words.at(-1));
}

const firstLetter = (word = "") => ([...word.normalize("NFC")][0] ?? "?").toLocaleUpperCase();

export const firstNameOf = (fullname: string): string => fullname.trim().split(/\s+/u)[0] ?? fullname;
