import type { Consumer } from "../platform/consumer";

export const notificationConsumers: readonly Consumer[] = [];
