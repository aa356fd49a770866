import { defineFeature } from "../../kernel/feature";
import * as bin from "./bin.contract";
import { binEvents } from "./bin.events";

export const binFeature = defineFeature({ contracts: { bin }, events: binEvents });
