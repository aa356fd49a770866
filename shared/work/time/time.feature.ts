import { defineFeature } from "../../kernel/feature";
import * as time from "./time.contract";
import * as timeSheet from "./sheet.contract";
import * as timer from "./timer.contract";
import * as weeks from "./week.contract";
import { timeEntryEvents, timeEvents } from "./time.events";

export const timeFeature = defineFeature({
  contracts: { timeSheet, time, timer, weeks },
  events: { ...timeEntryEvents, ...timeEvents },
});
