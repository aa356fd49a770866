import { runsAll, runsFull } from "../../run-size";

const directions = ["en", "ar"] as const;
type Direction = (typeof directions)[number];

/** Languages for tests that depend on text direction (dragging, arrow keys, columns, typing); both directions only in full runs. */
export const directionsForLayoutTests: readonly Direction[] = runsFull ? directions : ["en"];

/** Languages for tests that don't depend on text direction: English, and Arabic too when everything runs. */
export const directionsForOtherTests: readonly Direction[] = runsAll ? directions : ["en"];

/** Language and theme of accessibility tests; English runs in both themes, since `axeChecker` switches the theme. */
const looksOfAll = [
  { language: "en", theme: "light" },
  { language: "ar", theme: "dark" },
] as const;

/** Languages and themes of accessibility tests: light English, and dark Arabic too when all tests run. */
export const testedLooks: readonly (typeof looksOfAll)[number][] = runsAll ? looksOfAll : [looksOfAll[0]];
