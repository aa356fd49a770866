import { defineFeature } from "../../kernel/feature";
import * as orgChart from "./org-chart.contract";

export const orgChartFeature = defineFeature({ contracts: { orgChart } });
