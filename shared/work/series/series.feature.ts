import { defineFeature } from "../../kernel/feature";
import * as series from "./series.contract";

export const seriesFeature = defineFeature({ contracts: { series } });
