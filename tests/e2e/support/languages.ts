import { everything, full } from "../../everything";

/** For stories in which it matters where left and right are: dragging, arrows, columns. */
export const bothDirections = ["en", "ar"] as const;

type Direction = (typeof bothDirections)[number];

/** For stories in which it may matter, as what is typed and read: told in English, and in Arabic too before anything lands. */
export const eitherDirection: readonly Direction[] = full ? bothDirections : ["en"];

/** For stories that go the same way in either: told in English, and in Arabic too when all runs. */
export const anyDirection: readonly Direction[] = everything ? bothDirections : ["en"];

/** How screens are looked at; English in both themes (see `looker`). */
const looksOfAll = [
  { language: "en", theme: "light" },
  { language: "ar", theme: "dark" },
] as const;

/** Light from the left; dark from the right too when all runs. */
export const looks: readonly (typeof looksOfAll)[number][] = everything ? looksOfAll : [looksOfAll[0]];
