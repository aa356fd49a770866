import { defineFeature } from "../../kernel/feature";
import * as imports from "./imports.contract";
import { importEvents } from "./imports.events";

export const importsFeature = defineFeature({ contracts: { imports }, events: importEvents });
