import { everything, full } from "../../everything";

const directions = ["en", "ar"] as const;
type Direction = (typeof directions)[number];

/** For stories in which it matters where left and right are: dragging, arrows, columns, what is typed. Both before anything lands. */
export const bothDirections: readonly Direction[] = full ? directions : ["en"];

/** For stories that go the same way in either: told in English, and in Arabic too when all runs. */
export const anyDirection: readonly Direction[] = everything ? directions : ["en"];

/** How screens are looked at; English in both themes (see `looker`). */
const looksOfAll = [
  { language: "en", theme: "light" },
  { language: "ar", theme: "dark" },
] as const;

/** Light from the left; dark from the right too when all runs. */
export const looks: readonly (typeof looksOfAll)[number][] = everything ? looksOfAll : [looksOfAll[0]];
