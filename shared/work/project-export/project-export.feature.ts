import { defineFeature } from "../../kernel/feature";
import * as projectExport from "./project-export.contract";

export const projectExportFeature = defineFeature({ contracts: { projectExport } });
