import { defineFeature } from "../../kernel/feature";
import * as search from "./search.contract";

export const searchFeature = defineFeature({ contracts: { search } });
