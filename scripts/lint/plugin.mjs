import { imports } from "./imports.mjs";
import {
  environment,
  fileNames,
  noBarrel,
  noDefaultExport,
  ownScalars,
  whatIsExpected,
  wholeTests,
} from "./modules.mjs";
import { colours, fitted, literalTexts, logicalSides, wholeAddress } from "./screens.mjs";

/** The project's own rules for oxlint. Their messages say what is wrong, why it hurts, and what to write instead. */
const plugin = {
  meta: { name: "portal" },
  rules: {
    imports,
    "no-barrel": noBarrel,
    "file-names": fileNames,
    "no-default-export": noDefaultExport,
    environment,
    "own-scalars": ownScalars,
    "what-is-expected": whatIsExpected,
    "whole-tests": wholeTests,
    "literal-texts": literalTexts,
    "logical-sides": logicalSides,
    colours,
    fitted,
    "whole-address": wholeAddress,
  },
};

export default plugin;
