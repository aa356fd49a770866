import { defineFeature } from "../../kernel/feature";
import * as vacancies from "./vacancies.contract";
import { vacancyEvents } from "./vacancies.events";

export const vacanciesFeature = defineFeature({ contracts: { vacancies }, events: vacancyEvents });
