import { importBoundaries } from "./imports.mjs";
import {
  noEnvironmentAccess,
  noGenericFileNames,
  noBarrel,
  noDayLengths,
  noDefaultExport,
  noYupScalars,
  noFallbackInExpect,
  noSkippedTests,
} from "./modules.mjs";
import { noVagueNames } from "./names.mjs";
import {
  noRawColours,
  noPopoverSizes,
  noLiteralTexts,
  logicalSides,
  isolateTypedTexts,
  noCutTexts,
  noUtcDays,
  uniquePeopleLabels,
  useAddressHook,
} from "./screens.mjs";

/** The project's own oxlint rules. Each message says what is wrong, why it matters and what to write instead. */
const plugin = {
  meta: { name: "portal" },
  rules: {
    imports: importBoundaries,
    "no-barrel": noBarrel,
    "file-names": noGenericFileNames,
    "no-default-export": noDefaultExport,
    "day-lengths": noDayLengths,
    environment: noEnvironmentAccess,
    "own-scalars": noYupScalars,
    "what-is-expected": noFallbackInExpect,
    "whole-tests": noSkippedTests,
    "literal-texts": noLiteralTexts,
    "logical-sides": logicalSides,
    "typed-texts": isolateTypedTexts,
    colours: noRawColours,
    fitted: noPopoverSizes,
    "cut-texts": noCutTexts,
    "utc-days": noUtcDays,
    "people-options": uniquePeopleLabels,
    "whole-address": useAddressHook,
    "vague-names": noVagueNames,
  },
};

export default plugin;
