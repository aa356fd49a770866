import { defineFeature } from "../../kernel/feature";
import * as viewing from "./viewing.contract";

export const viewingFeature = defineFeature({ contracts: { viewing } });
