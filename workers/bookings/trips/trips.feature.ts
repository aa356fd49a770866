import type { WorkerFeature } from "../../platform/features";
import { driverConsumers } from "./trips-on-leave";

export const tripsFeature: WorkerFeature = { consumers: driverConsumers };
