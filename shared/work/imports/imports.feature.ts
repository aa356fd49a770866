import { defineFeature } from "../../kernel/feature";
import * as imports from "./imports.contract";
import { importEvents } from "./imports.events";
import * as planka from "./planka.contract";

export const importsFeature = defineFeature({ contracts: { imports, planka }, events: importEvents });
